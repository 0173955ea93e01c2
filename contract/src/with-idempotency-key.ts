/** A header that makes a repeated request harmless: the same key returns the result of the first request. */
export const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
}

/** Adds the header to a call of the OpenAPI document. Every call that creates something takes it. */
export const withIdempotencyKey = <Operation extends { parameters?: object[] }>(operation: Operation) => ({
  ...operation,
  parameters: [...(operation.parameters ?? []), idempotencyKeyHeader],
})
