import type { LineageNode } from './descendants.ts'

/**
 * The chain of parents that leads to a node: the root first, the node last. Passes over what is gone, and ends where ids
 * point in a circle; empty where the node itself is gone.
 */
export function pathFromRoot<Node extends LineageNode<string>>(
  id: string,
  find: (id: string) => Node | undefined,
): Node[] {
  const found = new Map<string, Node>()
  let node = find(id)
  while (node && !found.has(node.id)) {
    found.set(node.id, node)
    node = find(node.parentId ?? '')
  }
  return [...found.values()].reverse()
}
