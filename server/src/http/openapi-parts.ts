import type { OpenAPIGenerator } from '@orpc/openapi'
import { z } from 'zod'

/** An OpenAPI document, and its calls by their addresses. */
export type Document = Awaited<ReturnType<OpenAPIGenerator['generate']>>
export type Paths = NonNullable<Document['paths']>

/** A body of JSON, as its schema takes it. */
export const jsonBody = (schema: z.ZodType) => ({
  required: true,
  content: { 'application/json': { schema: z.toJSONSchema(schema, { io: 'input' }) as object } },
})
/** A reply with its content, if it has any. */
export const reply = (description: string, contentType?: string) => ({
  description,
  ...(contentType ? { content: { [contentType]: { schema: {} } } } : {}),
})
/** What a schema gives, for replies. */
export const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output' }) as object
/** Needs no session. */
export const open: Record<string, string[]>[] = []
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
/** The id in an address. */
export const byId = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } } as const
