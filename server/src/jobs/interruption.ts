/** The user canceled the job. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Another worker has the job, or this process is stopping: leave everything as it is. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
