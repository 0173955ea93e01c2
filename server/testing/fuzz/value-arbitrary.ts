import fc from 'fast-check'

/** The part of JSON Schema 2020-12 that our document uses. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly pattern?: string
}

/** Longer texts cost time and find nothing more; the limits themselves are tested as they are. */
const maxTextLength = 5_000

/** A placeholder for an id that is known only when the request is sent: its owner, and which one. */
export type IdPlace = { readonly idOf: 'ada' | 'eve' | 'anonymous'; readonly kind: number; readonly index: number }

const idPlace: fc.Arbitrary<IdPlace> = fc.record({
  idOf: fc.constantFrom('ada', 'eve', 'anonymous'),
  kind: fc.nat(7),
  index: fc.nat(30),
})

function text({ format, minLength = 0, maxLength = 200, pattern }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.oneof({ weight: 9, arbitrary: idPlace }, fc.uuid())
  if (format === 'email') return fc.emailAddress()
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern === '^[\\x21-\\x7e]+$') return fc.stringMatching(/^[\x21-\x7e]{1,40}$/)
  const most = Math.min(maxLength, maxTextLength)
  const ordinary = fc.string({ minLength, maxLength: Math.min(most, minLength + 40), unit: 'grapheme' })
  return fc.oneof(
    { weight: 8, arbitrary: ordinary },
    { weight: 1, arbitrary: fc.constant('x'.repeat(most)) },
    { weight: 1, arbitrary: fc.string({ minLength, maxLength: Math.min(most, 100), unit: 'binary' }) },
  )
}

function number({ type, minimum, maximum }: Schema): fc.Arbitrary<unknown> {
  const min = Math.max(minimum ?? -1_000_000, Number.MIN_SAFE_INTEGER)
  const max = Math.min(maximum ?? 1_000_000, Number.MAX_SAFE_INTEGER)
  const within =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
      : fc.double({ min, max, noNaN: true })
  return fc.oneof(within, fc.constantFrom(min, max))
}

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validValue(schema)]))
  return fc.record(fields, { requiredKeys: [...required] })
}

/** The schemas that a document has in common, by name. */
export type CommonSchemas = Readonly<Record<string, Schema>>

/** Replaces the references of a schema by what they name. @throws where the document has no such schema. */
export function withoutReferences(schema: Schema, common: CommonSchemas): Schema {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (value === null || typeof value !== 'object') return value
    if ('$ref' in value && typeof value.$ref === 'string') {
      const named = common[value.$ref.replace('#/components/schemas/', '')]
      if (!named) throw new Error(`The document has no schema ${value.$ref}.`)
      return replace(named)
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]))
  }
  return replace(schema) as Schema
}

/** Values that match a schema. @throws for one whose keywords are not known here: it would never be sent as it should be. */
export function validValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.not) return fc.constant(undefined)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(validValue))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'string') return text(schema)
  if (type === 'number' || type === 'integer') return number(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array')
    return fc.array(validValue(schema.items ?? {}), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 6, 6),
    })
  if (type === 'object' || schema.properties) return object(schema)
  if (Object.keys(schema).length > 0) throw new Error(`No values are known for ${JSON.stringify(schema)}.`)
  return fc.jsonValue()
}

/** Values that break programs: wrong types, limits, odd characters, keywords of SQL and of shells. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    "'; drop table users; --",
    '{{7*7}}',
    '%00',
    '\r\nset-cookie: a=b',
    'https://169.254.169.254/',
    'javascript:alert(1)',
    -1,
    0,
    1e21,
    -1e308,
    2 ** 31,
    2 ** 53,
    1e16,
    0.1,
    true,
    [],
    {},
    [[[[]]]],
    { $ne: null },
    'x'.repeat(10_000),
  ),
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
