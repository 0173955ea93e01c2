import { describe, expect, it } from 'vitest'
import { type ShareScope, shareScopeFields, shareScopeOf } from './share-scope.ts'

describe('shareScopeOf', () => {
  it.each<ShareScope>([
    { kind: 'project' },
    { kind: 'branch', generationId: 'card' },
    { kind: 'frame', frameId: 'frame' },
    { kind: 'starred' },
  ])('reads $kind from its fields', (scope) => expect(shareScopeOf(shareScopeFields(scope))).toEqual(scope))

  it('is read from the reply of a server that does not know frames and starred images', () => {
    expect(shareScopeOf({ generationId: null })).toEqual({ kind: 'project' })
    expect(shareScopeOf({ generationId: 'g' })).toEqual({ kind: 'branch', generationId: 'g' })
  })
})
