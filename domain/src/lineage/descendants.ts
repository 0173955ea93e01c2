/** One node of the tree, by id. */
export type LineageNode<Id extends string> = { readonly id: Id; readonly parentId: Id | null }

/** The node and everything below it, parents before children. Ids that point in a circle are visited once. */
export function withDescendants<Id extends string>(root: Id, nodes: readonly LineageNode<Id>[]): Id[] {
  const children = new Map<Id, Id[]>()
  for (const node of nodes) {
    if (node.parentId === null) continue
    const siblings = children.get(node.parentId)
    if (siblings) siblings.push(node.id)
    else children.set(node.parentId, [node.id])
  }
  const found = new Set<Id>([root])
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child)
  return [...found]
}
