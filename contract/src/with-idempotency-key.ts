/** A header that makes a repeated request harmless: the same key returns the result of the first request. */
export const withIdempotencyKey = <Operation extends { parameters?: object[] }>(operation: Operation) => ({
  ...operation,
  parameters: [
    ...(operation.parameters ?? []),
    {
      name: 'Idempotency-Key',
      in: 'header' as const,
      schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
    },
  ],
})
