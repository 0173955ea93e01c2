/** A header that makes a repeated request harmless: the same key answers what the first one made. */
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
