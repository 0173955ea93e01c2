/**
 * Why there is no picture. `model`: its files can't be used; `picture`: the one to begin from can't be opened; `memory`: too
 * little is free; `crashed`: the process ended; `resting`: it crashed too often; `runtime`: ONNX Runtime is not there; `bug`: an
 * error of this program, whose message is for the log.
 */
export type EngineFailureReason = 'model' | 'picture' | 'memory' | 'crashed' | 'resting' | 'runtime' | 'bug'

/** The message is a sentence for people, except for `bug`. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly reason: EngineFailureReason
  /** When it is worth trying again; null where that is not known. */
  readonly retryAfterMs: number | null

  constructor(
    reason: EngineFailureReason,
    message: string,
    options: ErrorOptions & { readonly retryAfterMs?: number } = {},
  ) {
    super(message, options)
    this.reason = reason
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
