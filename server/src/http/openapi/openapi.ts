import { OpenAPIGenerator } from '@orpc/openapi'
import {
  confirmEmailBody,
  guestBody,
  requestConfirmationBody,
  requestResetBody,
  resetPasswordBody,
  signInBody,
  signUpBody,
} from '#contract/account/accounts.ts'
import { contract } from '#contract/contract.ts'
import { errorBody } from '#contract/errors.ts'
import { eventSchemas } from '#contract/events.ts'
import { tokenScopes } from '#domain/tokens/token-scope.ts'
import { scopesOfCalls } from '../guards/scopes-of-calls.ts'
import { fileRoutes } from '../routes/file-routes.ts'
import { type Document, jsonBody, open, type Paths, reply } from './openapi-parts.ts'
import { commonSchemas, converter, outputSchema } from './openapi-schemas.ts'

/** The calls of better-auth, of the payment service, and the event stream. */
const otherPaths: Paths = {
  '/auth/sign-up/email': {
    post: {
      summary: 'Create an account and sign in',
      security: open,
      requestBody: jsonBody(signUpBody),
      responses: { 200: reply('Signed in; sets the session cookie', 'application/json') },
    },
  },
  '/auth/sign-in/email': {
    post: {
      summary: 'Sign in',
      security: open,
      requestBody: jsonBody(signInBody),
      responses: { 200: reply('Signed in; sets the session cookie', 'application/json') },
    },
  },
  '/auth/sign-in/guest': {
    post: {
      summary: 'Try without an account, as a new guest; 404 where the server has none',
      description: 'Signing up with the session of a guest turns the guest into an account: everything is kept.',
      security: open,
      requestBody: jsonBody(guestBody),
      responses: { 200: reply('Signed in as a guest; sets the session cookie', 'application/json') },
    },
  },
  '/auth/sign-out': {
    post: { summary: 'Sign out', security: open, responses: { 200: reply('Signed out', 'application/json') } },
  },
  '/auth/get-session': {
    get: {
      summary: 'The session and its user; null without a session',
      security: open,
      responses: { 200: reply('The session and its user', 'application/json') },
    },
  },
  '/auth/request-password-reset': {
    post: {
      summary: 'Request an email with a link to a new password; 404 without a mail server',
      security: open,
      requestBody: jsonBody(requestResetBody),
      responses: { 200: reply('The same, whether there is such an account or not', 'application/json') },
    },
  },
  '/auth/reset-password': {
    post: {
      summary: 'Set a new password with the token from the email; ends every session',
      security: open,
      requestBody: jsonBody(resetPasswordBody),
      responses: { 200: reply('The new password is set', 'application/json') },
    },
  },
  '/auth/send-verification-email': {
    post: {
      summary: 'Send the confirmation email again; 404 where emails are not confirmed',
      security: open,
      requestBody: jsonBody(requestConfirmationBody),
      responses: { 200: reply('The same, whether there is such an account or not', 'application/json') },
    },
  },
  '/auth/verify-email': {
    post: {
      summary: 'Confirm an email with the token from an email, and sign in',
      security: open,
      requestBody: jsonBody(confirmEmailBody),
      responses: { 200: reply('Confirmed; sets the session cookie', 'application/json') },
    },
  },
  '/billing/webhook': {
    post: {
      summary: 'A signed webhook of the payment service',
      security: open,
      requestBody: { required: true, content: { 'application/json': { schema: {} } } },
      responses: { 200: reply('Accepted', 'application/json') },
    },
  },
  '/events': {
    get: {
      summary: 'Your events, as server-sent events',
      description: '`event` is the name, `id` the number; Last-Event-ID or `after` continues from a number.',
      parameters: [{ name: 'after', in: 'query', schema: { type: 'integer', minimum: 0 } }],
      responses: { 200: reply(`Events: ${Object.keys(eventSchemas).join(', ')}`, 'text/event-stream') },
    },
  },
}

/** The file routes by their addresses, each of which may hold calls of several methods. */
const filePaths: Paths = Object.fromEntries(
  Object.entries(Object.groupBy(fileRoutes, ({ path }) => path)).map(([path, routes = []]) => [
    path,
    Object.fromEntries(routes.map(({ method, operation }) => [method, operation])),
  ]),
)

const problem = {
  description: 'Refused; `code` is the reason',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
}

type PathItem = NonNullable<Paths[string]>
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Every call can be refused, always in the same shape. */
function withProblems(item: PathItem): PathItem {
  const operations = methods.flatMap((method) => {
    const operation = item[method]
    return operation ? [[method, { ...operation, responses: { ...operation.responses, default: problem } }]] : []
  })
  return { ...item, ...Object.fromEntries(operations) }
}

const tokenScheme = `An API token with the scope that a call names: ${tokenScopes.join(', ')}. Without a name every token will do.`

/** A call that takes tokens says which scope they need; one that anyone may make stays as it is. */
function withScopes(path: string, item: PathItem): PathItem {
  const operations = methods.flatMap((method) => {
    const operation = item[method]
    const { scope } = scopesOfCalls[`${method.toUpperCase()} ${path}`] ?? {}
    if (!operation || scope === undefined || operation.security) return []
    const security = [{ session: [] }, { token: scope === 'any' ? [] : [scope] }]
    return [[method, { ...operation, security }]]
  })
  return { ...item, ...Object.fromEntries(operations) }
}

async function createDocument(): Promise<Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const document = await generator.generate(contract, {
    info: {
      title: 'Espalier',
      version: '1',
      description: 'The web application uses these calls and no others.',
    },
    security: [{ session: [] }],
    commonSchemas: Object.fromEntries(
      Object.entries(commonSchemas).map(([name, schema]) => [name, { schema, strategy: 'output' }]),
    ),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'espalier-{instance}.session_token',
          description:
            'Set by signing in; the instance is eight hexadecimal digits, and `__Host-` comes before it by TLS.',
        },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'esp_…', description: tokenScheme },
        visit: { type: 'apiKey', in: 'cookie', name: 'espalier-visit-{id}' },
      },
    },
  })
  // An address may hold calls of both kinds.
  const merged = Object.entries({ ...otherPaths, ...filePaths }).map(([path, item]) => [
    path,
    { ...document.paths?.[path], ...item },
  ])
  const calls = Object.entries({ ...document.paths, ...(Object.fromEntries(merged) as typeof otherPaths) })
  const events = Object.entries(eventSchemas).map(([name, schema]) => [`event-${name}`, outputSchema(schema)])
  return {
    ...document,
    paths: Object.fromEntries(
      calls.map(([path, item]) => [`/api${path}`, item && withProblems(withScopes(path, item))]),
    ),
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, error: outputSchema(errorBody), ...Object.fromEntries(events) },
    },
  }
}

let made: Promise<Document> | undefined

/**
 * The OpenAPI 3.1 document of the whole interface, made from the contract at the first call: it takes up to 90 ms, which the start of a
 * server need not wait for.
 */
export function openApiDocument(): Promise<Document> {
  made ??= createDocument()
  return made
}
