import { afterAll, describe, expect, it } from 'vitest'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { startVendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { createEndpointFetch } from './endpoint-fetch.ts'
import { isNotPublic } from './public-address.ts'

const fake = await startVendorFake({
  isCreate: () => true,
  answer: ({ path }) =>
    path === '/away' ? new Response(null, { status: 307, headers: { location: '/there' } }) : Response.json({ path }),
})
const { port } = new URL(fake.url)
const named: Record<string, string> = { 'inside.example': '127.0.0.1', 'outside.example': '93.184.216.34' }
const endpointFetch = createEndpointFetch({
  resolve: async (name) => [{ address: named[name] ?? '10.0.0.1', family: 4 }],
})
afterAll(async () => {
  await endpointFetch.close()
  await fake.stop()
})

const outcome = (work: Promise<Response>) =>
  work.then(
    (reply) => reply.status,
    (error) => (isNotPublic(error) ? 'not public' : 'no answer'),
  )
const asPerson = endpointFetch.for({ reach: 'public' })(answerLimits.list)
const asOperator = endpointFetch.for({ reach: 'anywhere' })(answerLimits.list)

describe('the way to an added provider', () => {
  it('of the operator leads anywhere', async () => {
    expect(await outcome(asOperator(`${fake.url}/v1/models`))).toBe(200)
  })

  it.each([
    'https://127.0.0.1/v1',
    'https://[::1]/v1',
    'https://10.1.2.3/v1',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/v1',
    'https://2130706433/v1',
    'https://0x7f.1/v1',
    'https://localhost/v1',
    'https://inside.example/v1',
  ])('of a person does not lead to %s', async (address) => {
    const before = fake.asked.length
    const url = new URL(address)
    url.port = port
    expect(await outcome(asPerson(url))).toBe('not public')
    expect(fake.asked).toHaveLength(before)
  })

  it('of a person needs https, since a key goes with it', async () => {
    expect(await outcome(asPerson('http://outside.example/v1'))).toBe('not public')
  })

  it('of a person connects to the address that was looked up, not to another answer for the same name', async () => {
    let asked = 0
    const rebinding = createEndpointFetch({
      resolve: async () => [{ address: asked++ === 0 ? '10.0.0.1' : '93.184.216.34', family: 4 }],
    })
    expect(await outcome(rebinding.for({ reach: 'public' })(answerLimits.list)('https://rebinding.example/v1'))).toBe(
      'not public',
    )
    await rebinding.close()
  })

  it('follows no redirect', async () => {
    expect(await outcome(asOperator(`${fake.url}/away`))).toBe(307)
    expect(fake.asked.at(-1)?.path).toBe('/away')
  })

  it('sends forms with their files', async () => {
    const form = new FormData()
    form.set('model', 'flux')
    form.append('image', new File([new Uint8Array(3)], '1.png', { type: 'image/png' }))
    await asOperator(`${fake.url}/form`, { method: 'POST', body: form })
    const sent = await fake.asked.at(-1)!.form()
    expect([sent.get('model'), (sent.get('image') as File).size]).toEqual(['flux', 3])
  })
})
