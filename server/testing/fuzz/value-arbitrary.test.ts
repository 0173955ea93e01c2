import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from './request-arbitrary.ts'
import { validValue, withoutReferences } from './value-arbitrary.ts'

const document: Document = JSON.parse(readFileSync('contract/openapi.json', 'utf8'))

describe('withoutReferences', () => {
  it('replaces a reference by the schema that it names, at any depth', () =>
    expect(
      withoutReferences(
        { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/size' }, { type: 'null' }] } },
        {
          size: { type: 'object', properties: { side: { $ref: '#/components/schemas/side' } } },
          side: { enum: [1, 2] },
        },
      ),
    ).toEqual({
      type: 'array',
      items: { anyOf: [{ type: 'object', properties: { side: { enum: [1, 2] } } }, { type: 'null' }] },
    }))

  it('refuses a reference to a schema that the document lacks', () =>
    expect(() => withoutReferences({ $ref: '#/components/schemas/none' }, {})).toThrow('no schema'))
})

describe('validValue', () => {
  it('refuses a schema whose keywords it does not know', () =>
    expect(() => validValue({ $ref: '#/components/schemas/size' })).toThrow('No values are known'))

  it('sends settings of models as they may be, with the body of a generation', () => {
    const schema = document.paths['/api/generations']?.post?.requestBody?.content['application/json']?.schema ?? {}
    const bodies = fc.sample(validValue(withoutReferences(schema, document.components.schemas)), {
      numRuns: 300,
      seed: 1,
    })
    const controls = bodies.map((body) => (body as { controls?: object | null }).controls)
    expect(controls.filter((each) => each && Object.keys(each).length > 0).length).toBeGreaterThan(60)
  })
})
