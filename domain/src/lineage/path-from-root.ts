import type { LineageNode } from './descendants.ts'

/**
 * The chain of parents that leads to a node: the root first, the node last. Skips missing nodes, and ends where ids
 * form a cycle; empty where the node itself is missing.
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
