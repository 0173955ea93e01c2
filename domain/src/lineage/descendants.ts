/** One node of the tree, by id. */
export type LineageNode<Id extends string> = { readonly id: Id; readonly parentId: Id | null }

/** The children of each node, in the order of the nodes. */
export function childrenByParent<Id extends string>(nodes: Iterable<LineageNode<Id>>): ReadonlyMap<Id, readonly Id[]> {
  const children = new Map<Id, Id[]>()
  for (const { id, parentId } of nodes) {
    if (parentId === null) continue
    const siblings = children.get(parentId)
    if (siblings) siblings.push(id)
    else children.set(parentId, [id])
  }
  return children
}

/**
 * The node and its descendants among the nodes that belong to it, parents before children. Ids in a cycle are visited
 * once.
 */
export function branchOf<Id extends string>(
  root: Id,
  children: ReadonlyMap<Id, readonly Id[]>,
  belongs: (id: Id) => boolean,
): Id[] {
  const found = new Set<Id>([root])
  for (const id of found) for (const child of children.get(id) ?? []) if (belongs(child)) found.add(child)
  return [...found]
}

/** The node and everything below it, parents before children. */
export const withDescendants = <Id extends string>(root: Id, nodes: readonly LineageNode<Id>[]): Id[] =>
  branchOf(root, childrenByParent(nodes), () => true)
