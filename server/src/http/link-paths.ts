import { byId, type Paths, reply } from './openapi-parts.ts'

/** What links for review open beside the calls of the contract. */
export const linkPaths: Paths = {
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
