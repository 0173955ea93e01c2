/** The parts of the process that a command may touch: given by `main.ts`, and by tests. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Results: what another program reads. */
  out(text: string): void
  /** Progress and advice: what a person reads. */
  err(text: string): void
  readonly isOutTty: boolean
  readonly isErrTty: boolean
  /** All of standard input. */
  readInput(): Promise<string>
  /** Asks for a text that is not shown. */
  askSecret(question: string): Promise<string>
  readonly fetch: typeof fetch
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
  /** Waits, and throws where `signal` is aborted. */
  sleep(ms: number): Promise<void>
}

/** The exit codes, as docs/cli.md lists them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  forbidden: 3,
  'not-found': 4,
  credits: 5,
  'images-failed': 6,
  'still-running': 7,
  interrupted: 130,
} as const
export type Exit = keyof typeof exitCodes

/** An end with a sentence for the person, and for programs a code. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure'
  readonly exit: Exit
  readonly code: string
  readonly data: unknown

  constructor(exit: Exit, message: string, { code = exit, data }: { code?: string; data?: unknown } = {}) {
    super(message)
    this.exit = exit
    this.code = code
    this.data = data
  }
}

export const usageFault = (message: string) => new CliFailure('usage', message)
