/** What the supervisor reports to; a pino logger fits. */
export type Log = { info(message: string): void; warn(message: string): void }
