/** The places on an image's path, generated or imported, where a crash would hurt most. */
export type CheckpointName =
  | 'request-committed'
  | 'job-claimed'
  | 'provider-answered'
  | 'file-written'
  | 'before-final-commit'

/** Called on reaching a place. The product passes a no-op; a drill passes one that kills the process there. */
export type Checkpoint = (name: CheckpointName) => Promise<void>

export const passCheckpoint: Checkpoint = async () => {}
