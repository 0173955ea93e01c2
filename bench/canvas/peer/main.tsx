import { type Edge, Handle, type Node, type NodeProps, Position, ReactFlow, useNodesState } from '@xyflow/react'
import { memo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { BoardHeader, CompactCard } from '#contract/board/compact-board.ts'
import { generationOf } from '#contract/board/compact-card.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { cardHeightExpanded, cardWidth } from '#domain/layout/card.ts'
import '@xyflow/react/dist/style.css'
import './peer.css'

type CardNode = Node<{ generation: GenerationShape }, 'card'>

/** Like a card of ours in the page: a prompt of two lines, four pictures, a footer. */
const PeerCard = memo(function PeerCard({ data: { generation } }: NodeProps<CardNode>) {
  return (
    <article className="peer-card">
      <Handle type="target" position={Position.Top} />
      <p className="peer-prompt">{generation.prompt}</p>
      <div className="peer-pictures">
        {generation.images.map((image) => (
          <img key={image.id} src={`/api/images/${image.id}/file?size=256`} alt="" draggable={false} />
        ))}
      </div>
      <footer>
        {generation.model} · {generation.settings.aspectRatio}
      </footer>
      <Handle type="source" position={Position.Bottom} />
    </article>
  )
})

const handles = [
  { type: 'target' as const, position: Position.Top, x: cardWidth / 2, y: 0, width: 1, height: 1 },
  { type: 'source' as const, position: Position.Bottom, x: cardWidth / 2, y: cardHeightExpanded, width: 1, height: 1 },
]

/** With its size and handles declared, React Flow need not mount a card to measure it. */
const nodeOf = (generation: GenerationShape): CardNode => ({
  id: generation.id,
  type: 'card',
  position: { x: generation.canvasX, y: generation.canvasY },
  width: cardWidth,
  height: cardHeightExpanded,
  measured: { width: cardWidth, height: cardHeightExpanded },
  handles,
  data: { generation },
})

const edgesOf = (generations: readonly GenerationShape[]): Edge[] =>
  generations.flatMap(({ id, parentGenerationId }) =>
    parentGenerationId === null ? [] : [{ id: `${parentGenerationId}:${id}`, source: parentGenerationId, target: id }],
  )

type BoardProps = {
  generations: readonly GenerationShape[]
  view: { zoomLevel: number; panX: number; panY: number }
}

const nodeTypes = { card: PeerCard }

function Board({ generations, view }: BoardProps) {
  const [nodes, , onNodesChange] = useNodesState(generations.map(nodeOf))
  const [edges] = useState(() => edgesOf(generations))
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      onNodesChange={onNodesChange}
      onlyRenderVisibleElements
      minZoom={0.1}
      maxZoom={4}
      defaultViewport={{ x: view.panX, y: view.panY, zoom: view.zoomLevel }}
    />
  )
}

const projectId = new URLSearchParams(location.search).get('project') ?? ''
const [text, view] = await Promise.all([
  fetch(`/api/projects/${projectId}/board`).then((response) => response.text()),
  fetch(`/api/projects/${projectId}/canvas-state`).then((response) => response.json()),
])
const [head = '', ...lines] = text.trim().split('\n')
const header = JSON.parse(head) as BoardHeader
const cards = lines.flatMap((line) => JSON.parse(line) as CompactCard[])
const ids = new Map(cards.map(([id, place]) => [place, id]))
const generations = cards.map((card) => generationOf(card, { ...header, idAt: (place) => ids.get(place) }))
const root = document.getElementById('root')
if (root) createRoot(root).render(<Board generations={generations} view={view} />)
