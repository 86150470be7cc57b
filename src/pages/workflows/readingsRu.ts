export default import.meta.glob<string>('../../../docs/workflows/ru/*.md', { eager: true, import: 'default' });
