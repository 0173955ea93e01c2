import type { Context } from 'hono'
import { z } from 'zod'
import type { CallMeta } from '#contract/call-scope.ts'
import type { AppEnv, CallDeps } from '../app-context.ts'
import type { Operation } from '../openapi/openapi-parts.ts'
import { errorReply } from '../replies/error-reply.ts'

/** A call that takes or sends a file or a stream, with its entry in the OpenAPI document. */
export type FileRoute = {
  readonly method: 'get' | 'post' | 'put'
  /** The path in the OpenAPI document, below /api: `/images/{id}/file`. */
  readonly path: string
  readonly operation: Operation
  /** Who may make it, and what a token needs. */
  readonly needs: CallMeta
  handle(deps: CallDeps, c: Context<AppEnv>): Promise<Response>
}

type Description<Params extends z.ZodType, Query extends z.ZodType, Found> = {
  /** `GET /images/{id}/file`, below /api. */
  readonly call: `${'GET' | 'POST' | 'PUT'} /${string}`
  readonly summary: string
  readonly description?: string
  readonly security?: Operation['security']
  readonly caller?: CallMeta['caller']
  /** The scope that a token needs for it; left out: it takes cookies alone. */
  readonly scope?: CallMeta['scope']
  readonly reach?: CallMeta['reach']
  readonly purse?: CallMeta['purse']
  /** The parameters of the path. An invalid one names nothing: 404. */
  readonly params?: Params
  /** Left out: a query is ignored. */
  readonly query?: Query
  /** Parameters that the handler reads itself. */
  readonly headers?: NonNullable<Operation['parameters']>
  readonly body?: NonNullable<Operation['requestBody']>
  readonly replies: NonNullable<Operation['responses']>
  /** Looks up what the address names, before the query is checked; null is a 404. */
  find?(deps: CallDeps, c: Context<AppEnv>, params: z.output<Params>): Promise<Found | null>
}

type Input<Params, Query, Found> = { readonly params: Params; readonly query: Query; readonly found: Found }

const noWords = z.object({})

/**
 * Describes and parses a call in one place. A bad query is refused only where the address names something of the caller's: else the
 * reply is a 404, whatever the query. Without `find`, the handler finds out, with the defaults of the query.
 */
export function fileRoute<
  Params extends z.ZodType = typeof noWords,
  Query extends z.ZodType = typeof noWords,
  Found = undefined,
>(
  about: Description<Params, Query, Found>,
  handler: (
    deps: CallDeps,
    c: Context<AppEnv>,
    input: Input<z.output<Params>, z.output<Query>, Found>,
  ) => Response | Promise<Response>,
): FileRoute {
  const [method = '', path = ''] = about.call.split(' ')
  const paramsSchema = about.params ?? noWords
  const querySchema = about.query ?? noWords
  return {
    method: method.toLowerCase() as FileRoute['method'],
    path,
    operation: operationOf(about),
    needs: {
      ...(about.caller && { caller: about.caller }),
      ...(about.scope && { scope: about.scope }),
      ...(about.reach && { reach: about.reach }),
      ...(about.purse && { purse: about.purse }),
    },
    async handle(deps, c) {
      const named = paramsSchema.safeParse(c.req.param())
      if (!named.success) return errorReply({ code: 'not-found' })
      const params = named.data as z.output<Params>
      const found = about.find ? await about.find(deps, c, params) : undefined
      if (found === null) return errorReply({ code: 'not-found' })
      const reply = async (query: unknown) =>
        handler(deps, c, { params, query: query as z.output<Query>, found: found as Found })
      const asked = querySchema.safeParse(c.req.query())
      if (asked.success) return reply(asked.data)
      if (!about.find) {
        const byDefault = await reply(querySchema.parse({}))
        if (byDefault.status >= 400) return byDefault
        await byDefault.body?.cancel()
      }
      return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
    },
  }
}

function operationOf<Params extends z.ZodType, Query extends z.ZodType, Found>(
  about: Description<Params, Query, Found>,
): Operation {
  const parameters = [
    ...parametersOf('path', about.params),
    ...parametersOf('query', about.query),
    ...(about.headers ?? []),
  ]
  return {
    summary: about.summary,
    ...(about.description !== undefined && { description: about.description }),
    ...(about.security && { security: about.security }),
    ...(parameters.length > 0 && { parameters }),
    ...(about.body && { requestBody: about.body }),
    responses: about.replies,
  }
}

/** The fields of a schema as parameters. Of a schema's JSON only what a caller has to know is kept. */
function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): NonNullable<Operation['parameters']> {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.enum) delete jsonSchema.type
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern
    },
  })
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...rest } = field as { description?: string }
    return {
      name,
      in: place,
      ...(place === 'path' && { required: true }),
      schema: rest,
      ...(description !== undefined && { description }),
    }
  })
}
