import { describe, expect, it } from 'vitest'
import { type ShareScope, shareScopeFields, shareScopeOf } from './share-scope.ts'

describe('shareScopeOf', () => {
  it.each<ShareScope>([
    { kind: 'project' },
    { kind: 'branch', generationId: 'card' },
    { kind: 'frame', frameId: 'frame' },
    { kind: 'starred' },
  ])('reads $kind from its fields', (scope) => expect(shareScopeOf(shareScopeFields(scope))).toEqual(scope))
})
