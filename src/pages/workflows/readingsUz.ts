export default import.meta.glob<string>('../../../docs/workflows/uz/*.md', { eager: true, import: 'default' });
