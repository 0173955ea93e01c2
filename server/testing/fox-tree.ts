import type { GenerationShape } from '#contract/cards/generation.ts'
import { imageOf } from './image-of.ts'
import type { TestClient } from './test-client.ts'

/** A project of four cards: a branch of the root, a leaf of that branch, and another branch of the root. */
export type FoxTree = {
  readonly root: GenerationShape
  readonly branch: GenerationShape
  readonly leaf: GenerationShape
  readonly other: GenerationShape
}

/** Creates a tree whose branches all start from the second image. */
export async function growFoxTree(person: TestClient): Promise<FoxTree> {
  const root = await person.settled(await person.generate({ prompt: 'a secret fox' }))
  const { projectId } = root
  const under = async (prompt: string, parent: GenerationShape) =>
    person.settled(await person.generate({ prompt, projectId, parentImageId: imageOf(parent, 1), branchKind: 'remix' }))
  const branch = await under('the fox at night', root)
  const leaf = await under('the fox at dawn', branch)
  const other = await under('an owl', root)
  return { root, branch, leaf, other }
}
