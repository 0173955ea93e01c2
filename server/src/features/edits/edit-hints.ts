import type { EditOperation } from '#domain/edit/operation.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

/** What would enable an operation, or do it better, as a sentence; null where nothing would. */
export function whatEnables(registry: ModelRegistry, operation: EditOperation): string | null {
  if (operation === 'crop' || operation === 'adjust') return null
  const names = registry
    .modelsFor(null)
    .filter(({ edits, isBuiltIn, retired }) => edits?.[operation] && !isBuiltIn && !retired)
    .map(({ name }) => name)
  return names.length === 0
    ? null
    : `A key of a provider enables ${names.slice(0, 3).join(', ')}: your own under 'Model keys', or one of this server.`
}
