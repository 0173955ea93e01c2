import type { TokenScope } from '#domain/tokens/token-scope.ts'

/** The tools that agents have at /mcp, with the scope that each needs: what people read of them. A test compares it with the server. */
export const agentToolList: readonly { readonly name: string; readonly scope: TokenScope }[] = [
  { name: 'list_projects', scope: 'read' },
  { name: 'create_project', scope: 'edit' },
  { name: 'read_board', scope: 'read' },
  { name: 'read_card', scope: 'read' },
  { name: 'arrange_cards', scope: 'edit' },
  { name: 'tidy_board', scope: 'edit' },
  { name: 'move_to_trash', scope: 'edit' },
  { name: 'restore_from_trash', scope: 'edit' },
  { name: 'share_project', scope: 'share' },
  { name: 'generate_images', scope: 'generate' },
  { name: 'branch_image', scope: 'generate' },
  { name: 'edit_image', scope: 'generate' },
  { name: 'wait_for', scope: 'read' },
  { name: 'get_image', scope: 'read' },
  { name: 'rate_image', scope: 'edit' },
  { name: 'list_models', scope: 'read' },
  { name: 'get_credits', scope: 'read' },
  { name: 'list_words', scope: 'read' },
  { name: 'save_prompt', scope: 'edit' },
  { name: 'name_reference', scope: 'edit' },
  { name: 'describe_image', scope: 'edit' },
]
