type DescribedError = {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack: string
  readonly cause?: DescribedError
}

const maxCauses = 5

/**
 * The description of an error in a log line: its message, code, place and causes, and nothing that a person typed. Drizzle puts a
 * query's values into the message (and so into the stack), PostgreSQL puts whole rows into `detail`.
 */
export function describeError(error: unknown, causesLeft = maxCauses): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something that is no error was thrown.', stack: '' }
  const { message, stack = '' } = error
  const afterMessage = stack.indexOf(message) + message.length
  return {
    type: error.constructor.name,
    message: message.replace(/\nparams: [\s\S]*$/, ''),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: stack.includes(message) ? stack.slice(afterMessage).trim() : '',
    ...(error.cause !== undefined && causesLeft > 0 ? { cause: describeError(error.cause, causesLeft - 1) } : {}),
  }
}
