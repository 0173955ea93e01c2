import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard'
import { ORPCError } from '@orpc/server'
import { StandardHandler } from '@orpc/server/standard'
import { type ErrorBody, errorTable } from '#contract/errors.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AppDeps } from './app-context.ts'
import { codeOfStatus, errorBodyOf, refusalOf, retryAfterOf } from './replies/error-reply.ts'
import { jsonReply } from './replies/json-reply.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { apiTokenRoutes } from './routes/api-token-routes.ts'
import { assetRoutes } from './routes/asset-routes.ts'
import { assistantRoutes } from './routes/assistant-routes.ts'
import { branchCapRoutes } from './routes/branch-cap-routes.ts'
import { generationRoutes, imageRoutes } from './routes/generation-routes.ts'
import { localModelRoutes } from './routes/local-model-routes.ts'
import { modelConnectionRoutes } from './routes/model-connection-routes.ts'
import { modelKeyRoutes } from './routes/model-key-routes.ts'
import { editOperationRoutes, modelRoutes } from './routes/model-routes.ts'
import { billingRoutes, creditRoutes } from './routes/money-routes.ts'
import { oauthRoutes } from './routes/oauth-routes.ts'
import { profileRoutes } from './routes/profile-routes.ts'
import { projectRoutes } from './routes/project-routes.ts'
import { savedPromptRoutes, wordListRoutes } from './routes/prompt-routes.ts'
import { descriptionRoutes, promptWordRoutes } from './routes/prompt-word-routes.ts'
import { purseRoutes } from './routes/purse-routes.ts'
import { referenceRoutes } from './routes/reference-routes.ts'
import { modelRecordRoutes, seriesRoutes } from './routes/series-routes.ts'
import { commentRoutes, shareRoutes } from './routes/share-routes.ts'
import { sharedRoutes } from './routes/shared-routes.ts'
import { signInRoutes } from './routes/sign-in-routes.ts'
import { starterRoutes } from './routes/starter-routes.ts'
import { styleRoutes } from './routes/style-routes.ts'
import { trashRoutes } from './routes/trash-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'
import { workflowRoutes } from './routes/workflow-routes.ts'
import { type RpcContext, rpc } from './rpc-context.ts'

const isOurs = (code: string): code is ErrorCode => code in errorTable

/** Every refusal in the one shape: ours unchanged, the library's (an invalid input, a malformed body) by their status. */
function bodyOf(error: ORPCError<string, unknown>): ErrorBody {
  if (isOurs(error.code)) return errorBodyOf({ code: error.code, message: error.message, data: error.data })
  const code = codeOfStatus(error.status)
  return errorBodyOf({ code, ...(code === 'invalid' ? { data: issuesOf(error) } : {}) })
}

function issuesOf(error: ORPCError<string, unknown>): { issues: unknown[] } {
  const data: unknown = error.data
  const issues = data && typeof data === 'object' && 'issues' in data && Array.isArray(data.issues) ? data.issues : null
  if (!issues) return { issues: [{ path: [], message: 'The body is not JSON that can be read.' }] }
  return {
    issues: issues.map(({ path, message }: { path?: unknown; message?: unknown }) => ({ path: path ?? [], message })),
  }
}

/** An error that is no refusal is a bug, or an unavailable database. A refusal of ours keeps its text, whatever its status. */
function asRefusal(error: unknown, requestId: string): ORPCError<string, unknown> {
  if (error instanceof ORPCError && (error.status < 500 || isOurs(error.code))) return error
  const { code, message, data } = errorBodyOf(refusalOf(error, requestId))
  return new ORPCError(code, { status: errorTable[code].status, message, data, cause: error })
}

/**
 * Results are JSON already: the contract has validated them, and nothing needs conversion. Walking through all of it once more
 * took a tenth of the time of a long list.
 */
class JsonSerializer extends StandardOpenAPISerializer {
  constructor() {
    super(new StandardOpenAPIJsonSerializer(), new StandardBracketNotationSerializer())
  }
  override serialize(data: unknown): unknown {
    return data
  }
}

type StandardRequest = Parameters<StandardHandler<RpcContext>['handle']>[0]

/**
 * A request in the library's form. Built by hand: its own conversion needs a whole Request, which takes longer to create than a
 * small call takes to answer. No call of the contract reads a header, and every body is JSON (`requireJson`).
 */
const standardRequest = (request: Request, readText: () => Promise<string>): StandardRequest => ({
  method: request.method,
  url: new URL(request.url),
  headers: {},
  signal: undefined,
  async body() {
    const text = await readText()
    return text === '' ? undefined : JSON.parse(text)
  },
})

/** The contract's calls over HTTP: answers a request, or null where no call has its address. */
export function createRpcHandler({ log }: Pick<AppDeps, 'log'>) {
  const router = rpc.router({
    models: modelRoutes,
    editOperations: editOperationRoutes,
    modelKeys: modelKeyRoutes,
    modelConnections: modelConnectionRoutes,
    workflows: workflowRoutes,
    localModels: localModelRoutes,
    signIn: signInRoutes,
    tokens: apiTokenRoutes,
    oauth: oauthRoutes,
    webhooks: webhookRoutes,
    assistant: assistantRoutes,
    shares: shareRoutes,
    comments: commentRoutes,
    shared: sharedRoutes,
    projects: projectRoutes,
    starters: starterRoutes,
    series: seriesRoutes,
    modelRecord: modelRecordRoutes,
    trash: trashRoutes,
    generations: generationRoutes,
    branchCaps: branchCapRoutes,
    purses: purseRoutes,
    images: { ...imageRoutes, ...descriptionRoutes },
    prompts: promptWordRoutes,
    credits: creditRoutes,
    billing: billingRoutes,
    styles: styleRoutes,
    references: referenceRoutes,
    savedPrompts: savedPromptRoutes,
    wordLists: wordListRoutes,
    profile: profileRoutes,
    account: accountRoutes,
    assets: assetRoutes,
  })
  const codec = new StandardOpenAPICodec(new JsonSerializer(), { customErrorResponseBodyEncoder: bodyOf })
  const handler = new StandardHandler<RpcContext>(router, new StandardOpenAPIMatcher(), codec, {
    // Around the call itself: a body that can not be parsed is the client's error.
    clientInterceptors: [
      async ({ next, context: { requestId } }) => {
        try {
          return await next()
        } catch (error) {
          const shown = asRefusal(error, requestId)
          if (shown.status >= 500) log.error({ requestId, err: error }, 'a call failed')
          throw shown
        }
      },
    ],
  })
  return async (request: Request, readText: () => Promise<string>, context: RpcContext): Promise<Response | null> => {
    const { matched, response } = await handler.handle(standardRequest(request, readText), { prefix: '/api', context })
    if (!matched) return null
    return jsonReply(response.body, response.status, retryAfterOf(response.status))
  }
}
