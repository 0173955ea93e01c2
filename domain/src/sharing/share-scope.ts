export const shareScopeKinds = ['project', 'branch', 'frame', 'starred'] as const

/** The part of a project that a review link shows. */
export type ShareScope =
  | { readonly kind: 'project' }
  /** A card and everything below it. */
  | { readonly kind: 'branch'; readonly generationId: string }
  /** The cards and notes that lie in a frame. */
  | { readonly kind: 'frame'; readonly frameId: string }
  /** The images that the owner has starred. */
  | { readonly kind: 'starred' }

/** A scope as its fields in a request, a reply and a row; without any of them it is the whole project. */
export type ShareScopeFields = {
  readonly generationId: string | null
  readonly frameId: string | null
  readonly showsStarred: boolean
}

/** The scope that fields describe, of which at most one is set. Servers of earlier releases reply without the newer ones. */
export function shareScopeOf({ generationId, frameId, showsStarred }: Partial<ShareScopeFields>): ShareScope {
  if (generationId != null) return { kind: 'branch', generationId }
  if (frameId != null) return { kind: 'frame', frameId }
  return { kind: showsStarred ? 'starred' : 'project' }
}

/** The fields of a scope. */
export const shareScopeFields = (scope: ShareScope): ShareScopeFields => ({
  generationId: scope.kind === 'branch' ? scope.generationId : null,
  frameId: scope.kind === 'frame' ? scope.frameId : null,
  showsStarred: scope.kind === 'starred',
})
