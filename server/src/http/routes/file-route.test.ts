import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AppEnv, CallDeps } from '../app-context.ts'
import { reply } from '../openapi/openapi-parts.ts'
import { errorReply } from '../replies/error-reply.ts'
import { type FileRoute, fileRoute } from './file-route.ts'

const known = '00000000-0000-4000-8000-000000000001'
const unknown = '00000000-0000-4000-8000-000000000002'
const params = z.object({ id: z.uuid() })
const query = z.strictObject({ size: z.enum(['64', 'original']).default('original') })
const replies = { 200: reply('The file', 'image/webp') }

const withoutFind = fileRoute(
  { call: 'GET /things/{id}/file', summary: 'The file of a thing', params, query, replies },
  (_deps, c, input) => (input.params.id === known ? c.text(input.query.size) : errorReply({ code: 'not-found' })),
)
const withFind = fileRoute(
  {
    call: 'GET /things/{id}/file',
    summary: 'The file of a thing',
    params,
    query,
    replies,
    find: async (_deps, _c, { id }) => (id === known ? { title: 'a thing' } : null),
  },
  (_deps, c, input) => c.text(`${input.found.title}, ${input.query.size}`),
)

const statusOf = async ({ handle }: FileRoute, address: string) => {
  const app = new Hono<AppEnv>()
  app.get('/things/:id/file', (c) => handle({} as CallDeps, c))
  const answered = await app.request(address)
  return [answered.status, answered.ok ? await answered.text() : ((await answered.json()) as { code: string }).code]
}

describe.each([
  ['with a look-up', withFind, 'a thing, '],
  ['without a look-up', withoutFind, ''],
])('a file route %s', (_name, route, title) => {
  it('hands the parsed parameters to its handler, with the defaults of the query', async () => {
    expect(await statusOf(route, `/things/${known}/file`)).toEqual([200, `${title}original`])
    expect(await statusOf(route, `/things/${known}/file?size=64`)).toEqual([200, `${title}64`])
  })

  it('returns 404 for an address that names nothing, also with a bad query', async () => {
    expect(await statusOf(route, '/things/1/file')).toEqual([404, 'not-found'])
    expect(await statusOf(route, `/things/${unknown}/file`)).toEqual([404, 'not-found'])
    expect(await statusOf(route, `/things/${unknown}/file?size=7`)).toEqual([404, 'not-found'])
  })

  it('returns 400 for a bad query of something that is found', async () => {
    expect(await statusOf(route, `/things/${known}/file?size=7`)).toEqual([400, 'invalid'])
    expect(await statusOf(route, `/things/${known}/file?other=1`)).toEqual([400, 'invalid'])
  })
})

describe('the description of a file route', () => {
  it('is its operation in the OpenAPI document', () => {
    expect([withFind.method, withFind.path, withFind.operation]).toEqual([
      'get',
      '/things/{id}/file',
      {
        summary: 'The file of a thing',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'size', in: 'query', schema: { enum: ['64', 'original'], default: 'original' } },
        ],
        responses: replies,
      },
    ])
  })
})
