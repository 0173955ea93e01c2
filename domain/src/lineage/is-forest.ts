import { branchOf, childrenByParent, type LineageNode } from './descendants.ts'

/** Whether every node can be reached from a root: no parent is missing, and none is its own ancestor. */
export function isForest<Id extends string>(nodes: readonly LineageNode<Id>[]): boolean {
  const children = childrenByParent(nodes)
  const roots = nodes.filter(({ parentId }) => parentId === null)
  const reached = new Set(roots.flatMap(({ id }) => branchOf(id, children, () => true)))
  return reached.size === nodes.length
}
