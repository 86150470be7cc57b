/** A file that the browser holds until it is sent. Its contents stay outside: the context of a machine is JSON. */
export interface HeldFile {
  /** Key of the contents. */
  id: string;
  name: string;
  /** Media type, as the browser says it. */
  type: string;
  /** In bytes. */
  size: number;
}
