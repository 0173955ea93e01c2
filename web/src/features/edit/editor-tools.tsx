import { Link } from '@tanstack/react-router'
import {
  Brush,
  Contrast,
  Eraser,
  Lasso,
  type LucideIcon,
  RotateCwSquare,
  SquareDashed,
  WandSparkles,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { type AdjustmentName, adjustmentNames, usesMask } from '#domain/edit/operation.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { narrowQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { AdjustmentSlider, FactorChoice, LookChoice, NumberField, Segments, Slider } from './controls.tsx'
import { boxOfRatio, heldBox } from './frame/frame-box.ts'
import { type SelectionMode, shapingSteps, withStep } from './selection/selection.ts'
import type { Similarity } from './selection/similar-pixels.ts'
import type { StrokeTool } from './selection/start-stroke.ts'
import { editorTexts } from './texts.ts'
import type { Editor } from './use-editor.ts'

const strokeTools: readonly { readonly tool: StrokeTool; readonly icon: LucideIcon; readonly keys: string }[] = [
  { tool: 'brush', icon: Brush, keys: 'B' },
  { tool: 'lasso', icon: Lasso, keys: 'L' },
  { tool: 'rectangle', icon: SquareDashed, keys: 'R' },
  { tool: 'object', icon: WandSparkles, keys: 'S' },
  { tool: 'eraser', icon: Eraser, keys: 'E' },
]

/** The tools at the left of the picture. */
export function ToolRail({ editor }: { editor: Editor }) {
  const { selectsWith, change } = editor
  return (
    <div
      className="edit-rail island top-1/2 left-4 z-tools grid -translate-y-1/2 justify-items-center gap-0.5 p-1 max-sm:h-11 max-sm:translate-none max-sm:scrollbar-none max-sm:grid-flow-col max-sm:justify-between max-sm:gap-0 max-sm:overflow-x-auto"
      role="toolbar"
      aria-orientation="vertical"
      aria-label={editorTexts.tools}
    >
      {strokeTools.map(({ tool, icon: Icon, keys }) => (
        <IconButton
          key={tool}
          label={editorTexts.tool[tool]}
          keys={keys}
          data-tooltip-side="right"
          aria-pressed={selectsWith === tool}
          onClick={() => editor.take(tool)}
        >
          <Icon />
        </IconButton>
      ))}
      <IconButton
        label={editorTexts.tool.invert}
        keys="Mod+I"
        data-tooltip-side="right"
        onClick={() => change(({ selection }) => ({ selection: withStep(selection, { kind: 'invert' }) }))}
      >
        <Contrast />
      </IconButton>
    </div>
  )
}

/** The settings of the tool in use, in a float above the picture. Renders nothing where there is nothing to set. */
export function ToolOptions({ editor }: { editor: Editor }) {
  if (editor.purpose) return <FrameOptions editor={editor} />
  if (!usesMask(editor.operation)) return <PanelOptions editor={editor} />
  const { tool, mode, setMode, brush, setBrush, change, image } = editor
  const clear = () => change(({ selection }) => ({ selection: withStep(selection, { kind: 'clear' }) }))
  return (
    <div className="edit-options island scroll-row" role="toolbar" aria-label={editorTexts.options}>
      {tool !== 'eraser' && (
        <Segments<SelectionMode>
          label={editorTexts.mode}
          value={mode}
          onChange={setMode}
          values={[
            { value: 'add', text: editorTexts.add },
            { value: 'subtract', text: editorTexts.subtract },
          ]}
        />
      )}
      {(tool === 'brush' || tool === 'eraser') && (
        <Slider
          label={editorTexts.size}
          value={brush}
          least={1}
          most={Math.round(Math.max(image.width, image.height) / 3)}
          text={String(brush)}
          onChange={setBrush}
        />
      )}
      {tool === 'rectangle' && <RectangleFields editor={editor} />}
      {tool === 'object' && <ObjectFields editor={editor} />}
      <Button kind="quiet" size="small" onClick={clear}>
        {editorTexts.clear}
      </Button>
    </div>
  )
}

/** The settings of the panel, where the panel is closed at first: one slider, the factor, or the looks. */
function PanelOptions({ editor }: { editor: Editor }) {
  const isPanelClosed = useMediaQuery(narrowQuery)
  const content = isPanelClosed && panelOption(editor)
  if (!content) return null
  return (
    <div className="edit-options island scroll-row" role="toolbar" aria-label={editorTexts.options}>
      {content}
    </div>
  )
}

function panelOption(editor: Editor): ReactNode {
  if (editor.operation === 'adjust') return <OneAdjustment editor={editor} />
  if (editor.operation === 'upscale') return <FactorChoice editor={editor} />
  return editor.operation === 'restyle' && editor.executor?.executor === thisMachine ? (
    <LookChoice editor={editor} />
  ) : null
}

/** One of the sliders at a time, as all of them have no room. */
function OneAdjustment({ editor }: { editor: Editor }) {
  const [name, setName] = useState<AdjustmentName>('light')
  return (
    <>
      <select
        className="h-8 rounded-8 bg-transparent px-1 py-0 text-[13px] font-medium"
        data-names-slider
        aria-label={editorTexts.adjustment}
        value={name}
        onChange={(event) => setName(adjustmentNames.find((each) => each === event.target.value) ?? 'light')}
      >
        {adjustmentNames.map((each) => (
          <option key={each} value={each}>
            {editorTexts.adjustments[each]}
          </option>
        ))}
      </select>
      <AdjustmentSlider editor={editor} name={name} />
    </>
  )
}

/** The subject by the tool of the server, and what looks like the place of a click. */
function ObjectFields({ editor: { found, mode, offers, net } }: { editor: Editor }) {
  const cutOut = offers.find(({ operation }) => operation === 'remove-background')
  return (
    <>
      <Slider
        label={editorTexts.tolerance}
        value={found.tolerance}
        least={0}
        most={255}
        text={String(found.tolerance)}
        onChange={found.setTolerance}
      />
      <Segments<Similarity['reach']>
        label={editorTexts.reach}
        value={found.reach}
        onChange={found.setReach}
        values={[
          { value: 'connected', text: editorTexts.connected },
          { value: 'everywhere', text: editorTexts.everywhere },
        ]}
      />
      {net.kind === 'installed' ? (
        <Button kind="line" size="small" busy={found.isLooking} onClick={() => void found.subject(mode)}>
          {editorTexts.subject}
        </Button>
      ) : (
        net.kind !== 'reading' && (
          <Link
            to="/models"
            search={{ tab: 'machine' }}
            className="text-link px-2 text-12 whitespace-nowrap"
            data-tooltip={cutOut?.enabledBy ?? undefined}
          >
            {editorTexts.installSubject(net.kind === 'missing' ? net.net.name : null)}
          </Link>
        )
      )}
    </>
  )
}

/** A rectangle by its numbers: a selection needs no pointer. */
function RectangleFields({ editor: { draft, image, mode, change } }: { editor: Editor }) {
  const [rect, setRect] = useState<Rect>(() => ({
    x: Math.round(image.width / 4),
    y: Math.round(image.height / 4),
    width: Math.round(image.width / 2),
    height: Math.round(image.height / 2),
  }))
  const drawn = shapingSteps(draft.selection).findLast((step) => step.kind === 'rectangle')?.rect ?? null
  useEffect(() => {
    if (drawn) setRect(drawn)
  }, [drawn])
  const names = editorTexts.rectangleSides
  const most = { x: image.width - 1, y: image.height - 1, width: image.width, height: image.height }
  const select = () =>
    change(({ selection }) => ({ selection: withStep(selection, { kind: 'rectangle', mode, rect }) }))
  return (
    <>
      {(['x', 'y', 'width', 'height'] as const).map((side) => (
        <NumberField
          key={side}
          label={names[side]}
          value={rect[side]}
          least={side === 'x' || side === 'y' ? 0 : 1}
          most={most[side]}
          onChange={(value) => setRect({ ...rect, [side]: value })}
        />
      ))}
      <Button kind="line" size="small" onClick={select}>
        {editorTexts.selectRectangle}
      </Button>
    </>
  )
}

/** The ratios of frames; null: free. */
const ratios = [
  ['Free', null],
  ['1:1', 1],
  ['4:5', 4 / 5],
  ['4:3', 4 / 3],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
  ['9:16', 9 / 16],
] as const

function FrameOptions({ editor }: { editor: Editor }) {
  const { purpose, ratio, setRatio, box, setBox, image } = editor
  if (!purpose) return null
  const chosen = ratios.find(([, value]) => value === ratio)?.[0] ?? 'Free'
  const choose = (name: string) => {
    const value = ratios.find(([each]) => each === name)?.[1] ?? null
    setRatio(value)
    if (value !== null) setBox(boxOfRatio(value, image, { purpose, angle: purpose === 'crop' ? box.angle : 0 }))
  }
  const turn = () => {
    const angle = box.angle > 90 ? box.angle - 270 : box.angle + 90
    setBox(heldBox({ ...box, angle, width: box.height, height: box.width }, image, 'crop'))
  }
  return (
    <div className="edit-options island scroll-row" role="toolbar" aria-label={editorTexts.options}>
      <Segments
        label={editorTexts.shape}
        className="scroll-row max-w-[min(560px,calc(100vw_-_120px))] bg-transparent"
        value={chosen}
        onChange={choose}
        values={ratios.map(([name, value]) => ({
          value: name,
          text: name,
          icon: value !== null && (
            <span
              className="edit-ratio h-3 max-w-4.5 rounded-[2px]"
              style={{ aspectRatio: value }}
              aria-hidden="true"
            />
          ),
        }))}
      />
      {purpose === 'crop' && (
        <IconButton size="small" label={editorTexts.turn} onClick={turn}>
          <RotateCwSquare />
        </IconButton>
      )}
    </div>
  )
}
