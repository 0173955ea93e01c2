import { afterEach, describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import type { ImageProvider } from '../../providers/provider.ts'

const metricsToken = 'numbers for the operator'
let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function open(reported: { costUsd?: number } = {}, variables: Record<string, string> = {}) {
  const plain = createInstantProvider({ name: 'replicate', opens: 'by-key' })
  const provider: ImageProvider = {
    ...plain,
    generate: async (request, call) => ({ ...(await plain.generate(request, call)), ...reported }),
  }
  server = await openTestServer({
    providers: [provider],
    variables: { REPLICATE_API_TOKEN: 'r8_operator', METRICS_TOKEN: metricsToken, ...variables },
  })
  return { server, ada: await signUp(server) }
}

async function salesOf(from: TestServer): Promise<string[]> {
  const reply = await from.app.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  return (await reply.text()).split('\n').filter((line) => /^espalier_image_(price|cost)_usd_total\{/.test(line))
}

const make = async (ada: Awaited<ReturnType<typeof signUp>>) =>
  ada.settled(await ada.generate({ prompt: 'a lake', model: 'Flux Krea' }))

const label = '{provider="replicate",model="flux-krea"}'

describe('imageSale', () => {
  it('counts the price that users paid beside the cost that the provider reported', async () => {
    const { server, ada } = await open({ costUsd: 0.125 })
    await make(ada)
    await expect
      .poll(() => salesOf(server))
      .toEqual([`espalier_image_price_usd_total${label} 0.1`, `espalier_image_cost_usd_total${label} 0.5`])
  })

  it('counts the documented cost where the provider reports none', async () => {
    const { server, ada } = await open()
    await make(ada)
    await expect
      .poll(() => salesOf(server))
      .toEqual([`espalier_image_price_usd_total${label} 0.1`, `espalier_image_cost_usd_total${label} 0.1`])
  })

  it('counts no image that was free', async () => {
    const { server, ada } = await open({ costUsd: 0.125 }, { CREDITS: 'off' })
    await make(ada)
    expect(await salesOf(server)).toEqual([])
  })
})
