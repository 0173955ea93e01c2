import { useQuery } from '@tanstack/react-query'
import { pathFromRoot } from '#domain/lineage/path-from-root.ts'
import { branchCapsQuery } from '#web/data/branch-caps.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { composePanelTexts } from '#web/features/compose/texts.ts'

/** The rest of the tightest cap above a new branch; nothing without a cap. */
export function CapNote({ parentId }: { parentId: string }) {
  const { board } = useBoardSession()
  const { data: caps = [] } = useQuery(branchCapsQuery(board.projectId))
  const way = new Set(pathFromRoot(parentId, (id) => board.cards.get(id)).map(({ id }) => id))
  const [tightest] = caps
    .filter(({ generationId }) => way.has(generationId))
    .sort((a, b) => a.most - (a.spent ?? 0) - (b.most - (b.spent ?? 0)))
  if (!tightest) return null
  const { most, spent } = tightest
  const text = spent === null ? composePanelTexts.capLeftHidden : composePanelTexts.capLeft(most - spent, most)
  return <p className="cap-note">{text}</p>
}
