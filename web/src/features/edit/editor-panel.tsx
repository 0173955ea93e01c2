import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Brush,
  BrushCleaning,
  Crop,
  Frame,
  Image as ImageIcon,
  ImageUpscale,
  type LucideIcon,
  Palette,
  Scissors,
  SlidersHorizontal,
  TextCursorInput,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { EditOperationShape } from '#contract/cards/edit.ts'
import { resultSize, sourceFault } from '#domain/edit/edit-frame.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { adjustmentNames, type EditOperation, operationTitle, usesMask } from '#domain/edit/operation.ts'
import { formatPrice } from '#domain/format.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { uploadAddress } from '#web/data/pictures/image-address.ts'
import { stylesQuery } from '#web/data/styles.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { Button } from '#web/ui/button.tsx'
import { tryAgain } from '#web/ui/page-states.tsx'
import { AdjustmentSlider, Choice, FactorChoice, LookChoice, NumberField, Slider } from './controls.tsx'
import { InstallNet } from './cut-out/install-net.tsx'
import type { Executor } from './editor-draft.ts'
import { SettingRow } from './editor-parts.tsx'
import { heldBox } from './frame/frame-box.ts'
import { withStep } from './selection/selection.ts'
import { editorTexts } from './texts.ts'
import type { Editor } from './use-editor.ts'
import type { EditRun } from './use-run.ts'
import './editor-panel.css'

/** In the order of the list. */
const shownOperations: readonly (readonly [EditOperation, LucideIcon])[] = [
  ['change', Brush],
  ['erase', BrushCleaning],
  ['extend', Frame],
  ['replace-background', ImageIcon],
  ['remove-background', Scissors],
  ['instruct', TextCursorInput],
  ['restyle', Palette],
  ['upscale', ImageUpscale],
  ['crop', Crop],
  ['adjust', SlidersHorizontal],
]

/** The keys of operations that have one, for the tooltips of their rows. */
const operationKeys: Readonly<Partial<Record<EditOperation, string>>> = { extend: 'O', crop: 'C', adjust: 'A' }

export const executorName = (executor: string): string =>
  executor === thisMachine ? editorTexts.onThisMachine : executor

/** The price of one image: 'Free', '1.35 each'. */
const priceText = ({ price }: Pick<Executor, 'price'>): string =>
  price === 0 ? editorTexts.free : editorTexts.each(formatPrice(price))

/** The operations: a list beside the picture, and a row of chips above the bar where there is less room. */
export function OperationList({ editor, as }: { editor: Editor; as: 'rows' | 'chips' }) {
  const { offers, operation, choose } = editor
  const list = useRef<HTMLFieldSetElement>(null)
  // It may have been chosen by a tool or a key.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-operation="${operation}"]`)
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [operation])
  return (
    <fieldset
      ref={list}
      className={
        as === 'rows' ? 'edit-operations' : 'scroll-row hidden min-w-0 gap-1 rounded-12 bg-panel p-1 max-lg:flex'
      }
      aria-label={editorTexts.operationList}
    >
      {shownOperations.map(([each, Icon]) => {
        const offer = offers.find((one) => one.operation === each)
        return (
          <button
            key={each}
            type="button"
            data-operation={each}
            className={
              as === 'rows'
                ? 'edit-operation flex h-11.5 w-full items-center gap-3 rounded-8 px-3 text-left hover:bg-raised aria-pressed:bg-raised [&_small]:whitespace-nowrap'
                : 'edit-chip inline-flex h-8 flex-none items-center gap-1.5 rounded-8 px-3 text-13 font-medium pointer-coarse:h-11 [&>svg]:w-4 [&>svg]:text-muted'
            }
            aria-pressed={operation === each}
            data-tooltip={operationKeys[each] && operationTitle[each]}
            data-tooltip-keys={operationKeys[each]}
            onClick={() => choose(each)}
          >
            <Icon aria-hidden="true" />
            {as === 'chips' ? operationTitle[each] : <OperationRow operation={each} offer={offer} editor={editor} />}
          </button>
        )
      })}
    </fieldset>
  )
}

type OperationRowProps = { operation: EditOperation; offer: EditOperationShape | undefined; editor: Editor }

function OperationRow({ operation, offer, editor }: OperationRowProps) {
  const executor = operation === editor.operation ? editor.executor : (offer?.executors[0] ?? null)
  return (
    <>
      <span className="min-w-0">
        <b>{operationTitle[operation]}</b>
        <small>
          {executor ? executorName(executor.executor) : offer ? editorTexts.nothingCan : editorTexts.loading}
        </small>
      </span>
      {executor && <span className="edit-price tabular-nums">{priceText(executor)}</span>}
    </>
  )
}

/** The settings of the chosen operation. */
export function OperationSettings({ editor, run }: { editor: Editor; run: EditRun }) {
  const { operation, offer, executor, areOffersLost, readOffers, net } = editor
  if (areOffersLost)
    return (
      <div className="edit-settings">
        <Button kind="line" size="small" onClick={readOffers}>
          {tryAgain}
        </Button>
      </div>
    )
  return (
    <section className="edit-settings" aria-label={operationTitle[operation]}>
      <h3>
        {operationTitle[operation]}
        {operation === 'adjust' && (
          <Button kind="quiet" size="small" className="ml-auto" onClick={() => editor.change({ adjustments: {} })}>
            {editorTexts.reset}
          </Button>
        )}
      </h3>
      {offer && !executor && <NoExecutor reason={offer.enabledBy ?? editorTexts.noExecutor} />}
      {operation !== 'upscale' && <ExecutorChoice editor={editor} />}
      <FieldsOf editor={editor} />
      {/* The looks of this machine are listed already. */}
      {executor && offer?.note && operation !== 'restyle' && <p className="edit-note">{offer.note}</p>}
      {operation === 'remove-background' && <InstallNet net={net} onInstalled={run.cutOutSelected} />}
      {executor && offer?.enabledBy && executor.executor === thisMachine && operation !== 'remove-background' && (
        <p className="edit-note">{offer.enabledBy}</p>
      )}
      {executor && <WorkflowNote model={executor.model} />}
    </section>
  )
}

function NoExecutor({ reason }: { reason: string }) {
  return (
    <p className="edit-note">
      {reason}{' '}
      <Link to="/models" className="text-link">
        {editorTexts.connect}
      </Link>
    </p>
  )
}

/** A workflow asks for some of its inputs beside the prompt, and not here. */
function WorkflowNote({ model }: { model: string }) {
  const { data: models = [] } = useQuery(modelsQuery)
  const asksForInputs = models.find(({ value }) => value === model)?.controls?.inputs !== undefined
  return asksForInputs && <p className="edit-note">{editorTexts.workflowValues}</p>
}

function ExecutorChoice({ editor: { offer, executor, chooseExecutor } }: { editor: Editor }) {
  if (!offer || !executor || offer.executors.length === 0) return null
  return (
    <Choice
      label={editorTexts.executor}
      value={executor.model}
      options={offer.executors.map((each) => ({
        value: each.model,
        text: `${executorName(each.executor)} · ${each.price === 0 ? editorTexts.free : formatPrice(each.price)}`,
      }))}
      onChange={chooseExecutor}
    />
  )
}

function FieldsOf({ editor }: { editor: Editor }) {
  const { operation } = editor
  if (usesMask(operation)) return <MaskFields editor={editor} />
  switch (operation) {
    case 'restyle':
      return <RestyleFields editor={editor} />
    case 'extend':
      return <ExtendFields editor={editor} />
    case 'crop':
      return <CropFields editor={editor} />
    case 'upscale':
      return <UpscaleFields editor={editor} />
    case 'adjust':
      return <AdjustFields editor={editor} />
    default:
      return null
  }
}

/** The most that a selection grows, shrinks or fades out by a slider, in pixels of the picture. */
const maxEdge = 64

const Kept = ({ title, why }: { title: string; why: string }) => (
  <p className="edit-kept text-12 text-pretty text-muted">
    <b>{title}</b>
    {why}
  </p>
)

function MaskFields({ editor }: { editor: Editor }) {
  const { draft, change } = editor
  return (
    <>
      {(['grow', 'feather'] as const).map((edge) => (
        <Slider
          key={edge}
          label={edge === 'grow' && draft.grow < 0 ? editorTexts.shrink : editorTexts[edge]}
          value={draft[edge]}
          least={edge === 'grow' ? -maxEdge : 0}
          most={maxEdge}
          text={editorTexts.px(Math.abs(draft[edge]))}
          onChange={(value) => change({ [edge]: value })}
        />
      ))}
      {draft.operation !== 'remove-background' && <Kept title={editorTexts.keepRest} why={editorTexts.keepRestWhy} />}
      <EarlierSelections editor={editor} />
    </>
  )
}

/** The selections of the edits that were made of this image: a press selects the same again. */
function EarlierSelections({ editor: { image, generation, change } }: { editor: Editor }) {
  const { board } = useBoardSession()
  const masks = [...(board.childrenOf(generation.id) ?? [])]
    .map((id) => board.getGeneration(id))
    .filter((child) => child?.parentImageId === image.id)
    .flatMap((child) => child?.editRecord?.maskId ?? [])
  const shown = [...new Set(masks)].slice(-5)
  if (shown.length === 0) return null
  const use = (id: string) =>
    change(({ selection }) => {
      const address = `/api/uploads/${id}/file`
      return { selection: withStep(withStep(selection, { kind: 'clear' }), { kind: 'mask', mode: 'add', address }) }
    })
  return (
    <SettingRow>
      <span>{editorTexts.earlier}</span>
      <span className="edit-masks flex items-center gap-1.5">
        {shown.map((id, at) => (
          <button key={id} type="button" aria-label={editorTexts.earlierOne(at + 1)} onClick={() => use(id)}>
            <img src={uploadAddress(id, 64)} alt="" />
          </button>
        ))}
      </span>
    </SettingRow>
  )
}

/** Width and height of a frame as numbers; they change it about its middle. */
function FrameSize({ editor: { box, setBox, image, purpose } }: { editor: Editor }) {
  if (!purpose) return null
  const resize = (side: 'width' | 'height', value: number) => setBox(heldBox({ ...box, [side]: value }, image, purpose))
  const most = purpose === 'crop' ? Math.round(Math.hypot(image.width, image.height)) : 16_384
  return (
    <SettingRow>
      <span>{editorTexts.sizeOf}</span>
      <span className="grid grid-cols-[1fr_1fr] gap-2">
        {(['width', 'height'] as const).map((side) => (
          <NumberField
            key={side}
            label={editorTexts[side]}
            value={Math.round(box[side])}
            least={1}
            most={most}
            onChange={(value) => resize(side, value)}
          />
        ))}
      </span>
    </SettingRow>
  )
}

function ExtendFields({ editor }: { editor: Editor }) {
  const { draft, change } = editor
  return (
    <>
      <FrameSize editor={editor} />
      <Slider
        label={editorTexts.overlap}
        value={draft.feather}
        least={0}
        most={maxEdge}
        text={editorTexts.px(draft.feather)}
        onChange={(feather) => change({ feather })}
      />
      <Kept title={editorTexts.keepPicture} why={editorTexts.keepPictureWhy} />
    </>
  )
}

/** Quarter turns come from their own button; the slider straightens. */
const maxTilt = 45

function CropFields({ editor }: { editor: Editor }) {
  const { box, setBox, image } = editor
  const quarter = Math.round(box.angle / 90) * 90
  const tilt = box.angle - quarter
  return (
    <>
      <FrameSize editor={editor} />
      <Slider
        label={editorTexts.angle}
        value={tilt}
        least={-maxTilt}
        most={maxTilt}
        step={0.1}
        text={editorTexts.angleOf(tilt)}
        onChange={(angle) => setBox(heldBox({ ...box, angle: quarter + angle }, image, 'crop'))}
      />
    </>
  )
}

/** The looks that this machine computes, or the styles that a model paints in. */
function RestyleFields({ editor }: { editor: Editor }) {
  const { draft, change, executor } = editor
  const { data: styles = [] } = useQuery(stylesQuery)
  if (!executor) return null
  if (executor.executor !== thisMachine)
    return (
      <Choice
        label={editorTexts.style}
        value={styles.some(({ id }) => id === draft.style) ? (draft.style ?? '') : ''}
        options={[
          { value: '', text: editorTexts.noStyle },
          ...styles.map(({ id, title }) => ({ value: id, text: title })),
        ]}
        onChange={(style) => change({ style: style === '' ? null : style })}
      />
    )
  return <LookChoice editor={editor} />
}

function UpscaleFields({ editor }: { editor: Editor }) {
  const { draft, image, offer, executor, chooseExecutor } = editor
  const fault = sourceFault({ operation: 'upscale', factor: draft.factor }, image)
  return (
    <>
      <FactorChoice editor={editor} />
      <dl className="edit-facts grid grid-cols-[84px_minmax(0,1fr)] text-13 [&_dt]:text-muted">
        <dt>{editorTexts.from}</dt>
        <dd>{editorTexts.pixels(image)}</dd>
        <dt>{editorTexts.to}</dt>
        <dd>{editorTexts.pixels(resultSize({ operation: 'upscale', factor: draft.factor }, image))}</dd>
      </dl>
      {fault !== null && <p className="edit-note">{fault}</p>}
      <div role="radiogroup" aria-label={editorTexts.executor}>
        {offer?.executors.map((each) => (
          <label
            key={each.model}
            className="edit-executor -mx-2 flex items-start gap-3 rounded-8 p-2 hover:bg-raised [&_input]:mt-[3px] [&_input]:accent-ink"
          >
            <input
              type="radio"
              name="edit-executor"
              checked={each.model === executor?.model}
              onChange={() => chooseExecutor(each.model)}
            />
            <span>
              <b>{executorName(each.executor)}</b>
              <small>{editorTexts.about(each.seconds)}</small>
            </span>
            <span className="edit-price tabular-nums">{priceText(each)}</span>
          </label>
        ))}
      </div>
    </>
  )
}

const AdjustFields = ({ editor }: { editor: Editor }) =>
  adjustmentNames.map((name) => <AdjustmentSlider key={name} editor={editor} name={name} />)
