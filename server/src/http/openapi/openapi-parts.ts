import type { OpenAPIGenerator } from '@orpc/openapi'
import type { z } from 'zod'
import { inputSchema, outputSchema } from './openapi-schemas.ts'

/** An OpenAPI document, and its calls by their addresses. */
export type Document = Awaited<ReturnType<OpenAPIGenerator['generate']>>
export type Paths = NonNullable<Document['paths']>
/** One call of the document. */
export type Operation = NonNullable<NonNullable<Paths[string]>['get']>

/** A body of JSON, as its schema takes it. */
export const jsonBody = (schema: z.ZodType) => ({
  required: true,
  content: { 'application/json': { schema: inputSchema(schema) } },
})
/** A reply, with content where it has some. */
export const reply = (description: string, contentType?: string) => ({
  description,
  ...(contentType ? { content: { [contentType]: { schema: {} } } } : {}),
})
/** Needs no session. */
export const open: Record<string, string[]>[] = []
/** A reply of JSON. */
export const jsonReply = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema: outputSchema(schema) } },
})
/** Lines of JSON: a header, then lists of cards. */
export const linesOf = (header: z.ZodType, cards: z.ZodType) => ({
  description: 'The header, then lists of cards',
  content: { 'application/x-ndjson': { schema: { anyOf: [outputSchema(header), outputSchema(cards)] } } },
})
/** An immutable file, which a client may ask for in ranges. */
export const fileReplies = (contentType: string) => ({
  200: reply('The picture', contentType),
  206: reply('A range of it', contentType),
  304: reply('Not modified'),
  416: reply('The range is not satisfiable'),
})
/** Needs the visit of a link. */
export const byVisit: Record<string, string[]>[] = [{ visit: [] }]
/** A form with one file. */
export const fileForm = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        properties: { file: { type: 'string' as const, contentMediaType: 'application/octet-stream' } },
        required: ['file'],
      },
    },
  },
}
