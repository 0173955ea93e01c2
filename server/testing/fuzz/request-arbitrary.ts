import fc from 'fast-check'
import { type CommonSchemas, oddValue, type Schema, validValue, withoutReferences } from './value-arbitrary.ts'

type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema; readonly required?: boolean }
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
/** The parts of the OpenAPI document that are read here. */
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: CommonSchemas }
}

/** One request, before its ids are inserted. */
export type FuzzRequest = {
  readonly method: string
  readonly path: string
  readonly sender: 'ada' | 'eve' | 'anonymous'
  readonly inPath: Readonly<Record<string, unknown>>
  readonly inQuery: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: no body. A string is sent as it is: possibly invalid JSON. */
  readonly body: unknown
}

/** Replaces one field at any depth with an odd value, or adds or removes one. */
function mutate(
  value: unknown,
  { place, odd, how }: { place: number; odd: unknown; how: 'replace' | 'add' | 'drop' },
): unknown {
  if (value === null || typeof value !== 'object') return odd
  const keys = Object.keys(value)
  if (how === 'add') return Array.isArray(value) ? [...value, odd] : { ...value, [`field${place}`]: odd }
  const key = keys[place % Math.max(1, keys.length)]
  if (key === undefined) return odd
  const inner = (value as Record<string, unknown>)[key]
  const next = Array.isArray(value) ? [...value] : { ...value }
  if (how === 'drop') delete (next as Record<string, unknown>)[key]
  else
    (next as Record<string, unknown>)[key] =
      inner !== null && typeof inner === 'object' && place % 2 === 0
        ? mutate(inner, { place: place >> 1, odd, how })
        : odd
  return next
}

const mutation = fc.record({
  place: fc.nat(1_000),
  odd: oddValue,
  how: fc.constantFrom('replace' as const, 'add' as const, 'drop' as const),
})
const mutated = (valid: fc.Arbitrary<unknown>) => fc.tuple(valid, mutation).map(([value, by]) => mutate(value, by))

function bodyOf({ requestBody }: Operation, common: CommonSchemas): fc.Arbitrary<unknown> {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, oddValue)
  const valid = validValue(withoutReferences(schema, common))
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 5, arbitrary: mutated(valid) },
    { weight: 1, arbitrary: oddValue },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('{"a":', 'null', '[]', '{"a":1,"a":2}', undefined) },
  )
}

function parametersOf({ parameters = [] }: Operation, place: string): fc.Arbitrary<Record<string, unknown>> {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema }) => [name, fc.oneof({ weight: 6, arbitrary: validValue(schema) }, oddValue)] as const)
  return fc.record(Object.fromEntries(fields), place === 'path' ? {} : { requiredKeys: [] })
}

/** Requests for every call of the document, equally often. */
export function requestArbitrary(document: Document): fc.Arbitrary<FuzzRequest> {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return fc.oneof(
    ...calls.map(({ method, path, operation }) =>
      fc.record({
        method: fc.constant(method),
        path: fc.constant(path),
        sender: fc.constantFrom('ada' as const, 'ada' as const, 'eve' as const, 'anonymous' as const),
        inPath: parametersOf(operation, 'path'),
        inQuery: parametersOf(operation, 'query'),
        headers: fc.oneof(
          { weight: 8, arbitrary: fc.constant({}) },
          fc.constantFrom<Record<string, string>>(
            { 'idempotency-key': 'k' },
            { 'content-type': 'text/plain' },
            { 'last-event-id': '99999999999999999' },
            { range: 'bytes=0-' },
            { range: 'bytes=9-1,-0' },
            { 'if-none-match': '"x"' },
            { origin: 'https://evil.example' },
            { 'accept-encoding': 'identity;q=a' },
          ),
        ),
        body: method === 'GET' ? fc.constant(undefined) : bodyOf(operation, document.components.schemas),
      }),
    ),
  )
}
