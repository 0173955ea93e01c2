import { z } from 'zod'
import { rebuildScopes } from '#contract/picture-record.ts'
import { projectShape } from '#contract/project.ts'
import { sharedBoardHeader, sharedCardShape } from '#contract/shared-board.ts'
import { byId, fileForm, jsonSchema, type Paths, reply } from './openapi-parts.ts'

/** What links for review open, and how pictures and projects come and go as files, beside the calls of the contract. */
export const linkPaths: Paths = {
  '/images/{id}/history': {
    get: {
      summary: 'The picture with its history inside, as PNG',
      description:
        'Our record with that of every ancestor, the text `parameters` that other tools read, and signed C2PA claims with what it was made from.',
      parameters: [byId],
      responses: { 200: reply('The picture', 'image/png') },
    },
  },
  '/projects/{id}/export': {
    get: {
      summary: 'A project as one zip: its tree as JSON, and the original pictures',
      parameters: [byId],
      responses: { 200: reply('The zip', 'application/zip') },
    },
  },
  '/projects/{id}/rebuild': {
    post: {
      summary: 'Make the card of a picture again that carries our record, or the branch that led to it',
      description:
        'The picture stands on its card; the cards above it have their settings, and images that can be tried.',
      parameters: [byId, { name: 'scope', in: 'query', schema: { enum: [...rebuildScopes], default: 'card' } }],
      requestBody: fileForm,
      responses: {
        201: {
          description: 'The ids of the cards, the root first',
          content: { 'application/json': { schema: jsonSchema(z.strictObject({ ids: z.array(z.uuid()) })) } },
        },
      },
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
  '/shared/{id}/board': {
    get: {
      summary: 'What a link shows, as lines of JSON',
      description: 'The first line is the header, each other a list of cards, in the order of their creation.',
      security: [{ visit: [] }],
      parameters: [byId],
      responses: {
        200: {
          description: 'The header, then lists of cards',
          content: {
            'application/x-ndjson': {
              schema: { anyOf: [jsonSchema(sharedBoardHeader), jsonSchema(z.array(sharedCardShape))] },
            },
          },
        },
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
