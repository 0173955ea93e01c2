import { projectShape } from '#contract/project.ts'
import { byId, fileForm, jsonSchema, type Paths, reply } from './openapi-parts.ts'

/** What links for review open, and how projects come and go as files, beside the calls of the contract. */
export const linkPaths: Paths = {
  '/projects/{id}/export': {
    get: {
      summary: 'A project as one zip: its tree as JSON, and the original pictures',
      parameters: [byId],
      responses: { 200: reply('The zip', 'application/zip') },
    },
  },
  '/projects/import': {
    post: {
      summary: 'Bring an exported project in as a new one',
      description: 'Everything in it gets new ids; its images cost nothing. All of it is taken, or nothing.',
      requestBody: fileForm,
      responses: {
        201: { description: 'The project', content: { 'application/json': { schema: jsonSchema(projectShape) } } },
      },
    },
  },
  '/shared/{id}/images/{imageId}/file': {
    get: {
      summary: 'A picture that a link shows, as WebP; never the original',
      security: [{ visit: [] }],
      parameters: [
        byId,
        { name: 'imageId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'size', in: 'query', schema: { enum: ['64', '256', '512', '1536'], default: '512' } },
      ],
      responses: { 200: reply('The picture', 'image/webp') },
    },
  },
}
