import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import {
  confirmEmailBody,
  requestConfirmationBody,
  requestResetBody,
  resetPasswordBody,
  signInBody,
  signUpBody,
} from '#contract/accounts.ts'
import { boardHeader, compactCards } from '#contract/compact-board.ts'
import { contract } from '#contract/contract.ts'
import { errorBody } from '#contract/errors.ts'
import { eventSchemas } from '#contract/events.ts'
import { profileShape } from '#contract/profile.ts'
import { uploadShape } from '#contract/upload.ts'
import { linkPaths } from './link-paths.ts'
import { byId, type Document, fileForm, jsonBody, jsonSchema, open, type Paths, reply } from './openapi-parts.ts'

/** The calls that are no plain JSON exchange of ours: better-auth's, the files, the event stream. */
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
  '/auth/sign-out': {
    post: { summary: 'Sign out', security: open, responses: { 200: reply('Signed out', 'application/json') } },
  },
  '/auth/get-session': {
    get: {
      summary: 'Who is signed in; null when nobody is',
      security: open,
      responses: { 200: reply('The session and its user', 'application/json') },
    },
  },
  '/auth/request-password-reset': {
    post: {
      summary: 'Have a letter sent that leads to a new password; 404 where letters are not set up',
      security: open,
      requestBody: jsonBody(requestResetBody),
      responses: { 200: reply('The same, whether there is such an account or not', 'application/json') },
    },
  },
  '/auth/reset-password': {
    post: {
      summary: 'Set a new password with the word from a letter; ends every session',
      security: open,
      requestBody: jsonBody(resetPasswordBody),
      responses: { 200: reply('The new password holds', 'application/json') },
    },
  },
  '/auth/send-verification-email': {
    post: {
      summary: 'Have the letter sent again that an email is confirmed with; 404 where none needs to be',
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
      summary: 'What the payment service says happened, signed by it',
      security: open,
      requestBody: { required: true, content: { 'application/json': { schema: {} } } },
      responses: { 200: reply('Taken', 'application/json') },
    },
  },
  '/images/{id}/preview': {
    get: {
      summary: 'What is to be seen of a picture while it is being made',
      parameters: [
        byId,
        {
          name: 'v',
          in: 'query',
          schema: { type: 'integer' },
          description: 'Any number: tells a newer one from an older',
        },
      ],
      responses: { 200: reply('The preview', 'image/webp'), 204: reply('Nothing is to be seen yet') },
    },
  },
  '/images/{id}/file': {
    get: {
      summary: 'The picture: original, as PNG, or a thumbnail as WebP',
      parameters: [
        byId,
        { name: 'size', in: 'query', schema: { enum: ['64', '256', '512', 'original'], default: 'original' } },
        { name: 'format', in: 'query', schema: { enum: ['png', 'bare-png'] } },
      ],
      responses: {
        200: reply('The picture', 'image/*'),
        206: reply('A range of it', 'image/*'),
        304: reply('You have it already'),
        416: reply('The range lies beyond its end'),
      },
    },
  },
  '/images/{id}/path': {
    get: {
      summary: 'How a picture came to be: the images from the root to it, as an animation',
      parameters: [byId],
      responses: { 200: reply('The animation', 'image/webp') },
    },
  },
  '/uploads': {
    post: {
      summary: 'Upload a picture of your own',
      description:
        'PNG, JPEG, WebP, AVIF or GIF (its first frame), told by its content; at most 20 MB and 50 megapixels. It is written anew: upright, in sRGB, without metadata.',
      parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 1, maxLength: 255 } }],
      requestBody: fileForm,
      responses: {
        201: { description: 'The upload', content: { 'application/json': { schema: jsonSchema(uploadShape) } } },
      },
    },
  },
  '/uploads/{id}/file': {
    get: {
      summary: 'The picture of an upload: as it is stored, or a thumbnail as WebP',
      parameters: [
        byId,
        { name: 'size', in: 'query', schema: { enum: ['64', '256', '512', 'original'], default: 'original' } },
      ],
      responses: {
        200: reply('The picture', 'image/*'),
        206: reply('A range of it', 'image/*'),
        304: reply('You have it already'),
        416: reply('The range lies beyond its end'),
      },
    },
  },
  '/account/export': {
    post: {
      summary: 'Everything that is kept of you, as a zip: records as JSON, the ledger as CSV, every picture',
      responses: { 200: reply('The zip', 'application/zip') },
    },
  },
  '/profile/avatar': {
    put: {
      summary: 'Put a picture in your profile',
      description: 'The same files as uploads; the middle of it is kept, 512 by 512.',
      requestBody: fileForm,
      responses: {
        200: { description: 'The profile', content: { 'application/json': { schema: jsonSchema(profileShape) } } },
      },
    },
  },
  '/profiles/{userId}/avatar/{name}': {
    get: {
      summary: 'Your picture, as WebP',
      parameters: [
        { name: 'userId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
      ],
      responses: {
        200: reply('The picture', 'image/webp'),
        206: reply('A range of it', 'image/webp'),
        304: reply('You have it already'),
        416: reply('The range lies beyond its end'),
      },
    },
  },
  ...linkPaths,
  '/sheets/{id}': {
    get: {
      summary: 'A sheet of up to 400 thumbnails, 20 in a row, as JPEG',
      description: 'The board says in which sheet and slot an image lies: at the top left of the slot, its ratio kept.',
      parameters: [byId, { name: 'size', in: 'query', schema: { enum: ['32', '64'], default: '64' } }],
      responses: { 200: reply('The sheet', 'image/jpeg'), 304: reply('You have it already') },
    },
  },
  '/projects/{id}/board': {
    get: {
      summary: 'A project’s generations in their compact form, as lines of JSON',
      description:
        'The first line is the header, each other a list of cards: first those around the saved view or around `x` and `y`.',
      parameters: [
        byId,
        { name: 'x', in: 'query', schema: { type: 'number' } },
        { name: 'y', in: 'query', schema: { type: 'number' } },
      ],
      responses: {
        200: {
          description: 'The header, then lists of cards',
          content: {
            'application/x-ndjson': { schema: { anyOf: [jsonSchema(boardHeader), jsonSchema(compactCards)] } },
          },
        },
      },
    },
  },
  '/events': {
    get: {
      summary: 'Everything that happens to your things, as server-sent events',
      description: 'The event is the name, the id its number; Last-Event-ID or `after` goes on from a number.',
      parameters: [{ name: 'after', in: 'query', schema: { type: 'integer', minimum: 0 } }],
      responses: { 200: reply(`Events: ${Object.keys(eventSchemas).join(', ')}`, 'text/event-stream') },
    },
  },
}

const problem = {
  description: 'Refused; `code` says why',
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

/** Reads the lengths of `text()` as well: they are counted in code points, so zod's own checks do not know them. */
const converter = new ZodToJsonSchemaConverter({
  interceptors: [
    ({ schema, next }) => {
      const [required, json] = next()
      const { minLength, maxLength } = z.globalRegistry.get(schema) ?? {}
      return typeof json === 'object' && minLength !== undefined && maxLength !== undefined
        ? [required, { ...json, minLength: Number(minLength), maxLength: Number(maxLength) }]
        : [required, json]
    },
  ],
})

/** The OpenAPI 3.1 document of the whole interface, made from the contract. */
export async function createOpenApiDocument(): Promise<Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const document = await generator.generate(contract, {
    info: {
      title: 'Espalier',
      version: '1',
      description: 'All that the web application does can be done by these calls.',
    },
    security: [{ session: [] }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'better-auth.session_token' },
        visit: { type: 'apiKey', in: 'cookie', name: 'espalier-visit-{id}' },
      },
    },
  })
  // An address may hold calls of both kinds.
  const merged = Object.entries(otherPaths).map(([path, item]) => [path, { ...document.paths?.[path], ...item }])
  const calls = Object.entries({ ...document.paths, ...(Object.fromEntries(merged) as typeof otherPaths) })
  const events = Object.entries(eventSchemas).map(([name, schema]) => [`event-${name}`, jsonSchema(schema)])
  return {
    ...document,
    paths: Object.fromEntries(calls.map(([path, item]) => [`/api${path}`, item && withProblems(item)])),
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, error: jsonSchema(errorBody), ...Object.fromEntries(events) },
    },
  }
}
