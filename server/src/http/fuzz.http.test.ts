import { expect, it } from 'vitest'
import { fuzz, fuzzVariables } from '#server-testing/fuzz/fuzz.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ variables: fuzzVariables })

it('answers every request that the OpenAPI document allows; npm run fuzz sends more', {
  timeout: 240_000,
}, async () => {
  const { sent } = await fuzz(context.server, { requests: 2_000, seed: 7_253, maxMs: 2_000 })
  expect(sent).toBeGreaterThanOrEqual(2_000)
})
