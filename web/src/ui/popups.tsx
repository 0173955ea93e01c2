import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createContext,
  createElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { focusMeanwhile, useReturnFocus } from './focus.ts'
import { LazySlot, offlinePart } from './lazy-part.tsx'

/**
 * Dialogs, menus and popovers of Radix (https://www.radix-ui.com/primitives), whose code is not part of a page: it is
 * fetched when the page is there, at the latest when the first one opens. Until then a trigger is a button with the same
 * role and states, and a dialog that opens waits with the focus, so that its keys do not reach the page.
 */
type Code = typeof import('./popup-code.ts').popupCode
type Menu = Code['DropdownMenu']
/** Popups that a trigger opens. */
type Opened = 'DropdownMenu' | 'Popover' | 'HoverCard'

let code: Code | null = null

/** The code; only for what is rendered inside an open popup, where it is there. */
function loadedCode(): Code {
  if (code === null) throw new Error('A part of a popup is rendered outside of it.')
  return code
}

type RootProps = { kind: keyof Code; modal?: boolean; defaultOpen?: boolean; children?: ReactNode }

const waiting = new Set<() => void>()

const roots = offlinePart<RootProps>(async () => {
  code = (await import('./popup-code.ts')).popupCode
  for (const change of waiting) change()
  return RadixRoot
})

/** Fetches the code because a popup may be opened soon. */
export const warmPopups = roots.warm

const isCodeHere = () => code !== null
function whenCodeComes(change: () => void): () => void {
  waiting.add(change)
  return () => waiting.delete(change)
}

function RadixRoot({ kind, ...props }: RootProps) {
  const Root: ComponentType<Omit<RootProps, 'kind'>> = loadedCode()[kind].Root
  return <Root {...props} />
}

/** The way in which a popup was opened whose code was not in use before. */
type Opening = { readonly by: 'pointer' | 'keyboard'; readonly hadFocus: boolean }

type Closed = { open(opening: Opening): void; leave(): void }

/** Around a popup without its code: how its trigger opens it. Null where Radix does that. */
const ClosedPopup = createContext<Closed | null>(null)
/** Around a popup that its trigger opened before Radix had it. */
const FirstOpening = createContext<Opening | null>(null)

type OpenedRootProps = {
  open?: boolean
  onOpenChange?(open: boolean): void
  modal?: boolean
  openDelay?: number
  closeDelay?: number
  children: ReactNode
}

/** The root of a popup with a trigger, which Radix takes over once it was opened, in one step: no key is lost in between. */
function OpenedRoot({ kind, children, ...props }: OpenedRootProps & { kind: Opened }) {
  const isHere = useSyncExternalStore(whenCodeComes, isCodeHere, isCodeHere)
  const [opening, setOpening] = useState<Opening | null>(null)
  const [isUsed, setUsed] = useState(isHere)
  const isWanted = isUsed || opening !== null || props.open === true
  useEffect(() => {
    if (isWanted) setUsed(true)
  }, [isWanted])

  const open = (by: Opening) => {
    setOpening(by)
    if (kind !== 'HoverCard') props.onOpenChange?.(true)
  }
  const opensItself = opening !== null && kind !== 'HoverCard' && props.open === undefined
  return (
    <FirstOpening value={opening}>
      {isWanted && isHere ? (
        <RadixRoot {...props} kind={kind} {...(opensItself && { defaultOpen: true })}>
          {children}
        </RadixRoot>
      ) : (
        <ClosedPopup value={{ open, leave: () => setOpening(null) }}>{children}</ClosedPopup>
      )}
      {isWanted && !isHere && <LazySlot part={roots} props={{ kind }} onClose={() => props.onOpenChange?.(false)} />}
    </FirstOpening>
  )
}

type TriggerProps = ComponentProps<'button'> & { asChild?: boolean }

/** The button that opens a popup. Where Radix takes it over, it keeps the focus that it had. */
function Trigger({ kind, popup, ...props }: TriggerProps & { kind: Opened; popup?: 'menu' | 'dialog' }) {
  const closed = useContext(ClosedPopup)
  return closed ? <ClosedTrigger {...props} popup={popup} closed={closed} /> : <UsedTrigger {...props} kind={kind} />
}

function UsedTrigger({ kind, ...props }: TriggerProps & { kind: Opened }) {
  const opening = useContext(FirstOpening)
  const node = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (opening?.hadFocus) node.current?.focus({ preventScroll: true })
    // The pointer is over it already: a hover card waits for it to enter.
    if (opening?.by === 'pointer' && kind === 'HoverCard') {
      node.current?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    }
  }, [opening, kind])
  // A hover card's trigger is a link unless it is given as a child; here it always is.
  const Button = loadedCode()[kind].Trigger as Menu['Trigger']
  return <Button {...props} ref={node} />
}

type ClosedTriggerProps = TriggerProps & { popup: 'menu' | 'dialog' | undefined; closed: Closed }

function ClosedTrigger({ popup, closed, asChild, children, ...props }: ClosedTriggerProps) {
  const open = ({ currentTarget, detail }: { currentTarget: Element; detail: number }) =>
    closed.open({
      // A click without a count of presses comes from a key (https://www.w3.org/TR/uievents/#events-uievent-types).
      by: detail === 0 ? 'keyboard' : 'pointer',
      hadFocus: currentTarget === document.activeElement,
    })
  const isHoverCard = popup === undefined
  const ours: ComponentProps<'button'> = {
    'aria-haspopup': popup,
    'aria-expanded': isHoverCard ? undefined : false,
    ...props,
    onPointerEnter(event) {
      props.onPointerEnter?.(event)
      if (event.pointerType === 'touch') return
      if (isHoverCard) open({ currentTarget: event.currentTarget, detail: 1 })
      else roots.warm()
    },
    onPointerLeave(event) {
      props.onPointerLeave?.(event)
      if (isHoverCard) closed.leave()
    },
    onFocus(event) {
      props.onFocus?.(event)
      if (isHoverCard && event.currentTarget.matches(':focus-visible'))
        open({ currentTarget: event.currentTarget, detail: 0 })
      else roots.warm()
    },
    onClick(event) {
      props.onClick?.(event)
      if (!isHoverCard && !event.defaultPrevented) open(event)
    },
    onKeyDown(event) {
      props.onKeyDown?.(event)
      if (popup !== 'menu' || event.key !== 'ArrowDown' || event.defaultPrevented) return
      event.preventDefault()
      open({ currentTarget: event.currentTarget, detail: 0 })
    },
  }
  if (asChild && isValidElement<ComponentProps<'button'>>(children)) return withProps(children, ours)
  return (
    <button type="button" {...ours}>
      {children}
    </button>
  )
}

/** The element with more props; where both handle an event, its own handler comes first. */
export function withProps(element: ReactElement<ComponentProps<'button'>>, props: ComponentProps<'button'>) {
  const { onClick } = element.props
  return cloneElement(element, {
    ...props,
    onClick(event) {
      onClick?.(event)
      props.onClick?.(event)
    },
  })
}

/** The contents of a popup: nothing while its code is not in use. */
function Inside({ children }: { children(): ReactNode }) {
  return useContext(ClosedPopup) ? null : children()
}

/** The content of a menu. One that a key has opened starts on its first item, as Radix does for later openings. */
function MenuContent(props: ComponentProps<Menu['Content']>) {
  const opening = useContext(FirstOpening)
  const isFirst = useRef(opening?.by === 'keyboard')
  const { Content } = loadedCode().DropdownMenu
  return (
    <Content
      {...props}
      onFocus={(event) => {
        if (!isFirst.current || event.target !== event.currentTarget) return
        isFirst.current = false
        event.currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
      }}
    />
  )
}

export const DropdownMenu = {
  Root: (props: OpenedRootProps) => <OpenedRoot kind="DropdownMenu" {...props} />,
  Trigger: (props: TriggerProps) => <Trigger kind="DropdownMenu" popup="menu" {...props} />,
  Portal: (props: ComponentProps<Menu['Portal']>) => (
    <Inside>{() => createElement(loadedCode().DropdownMenu.Portal, props)}</Inside>
  ),
  Content: (props: ComponentProps<Menu['Content']>) => <Inside>{() => <MenuContent {...props} />}</Inside>,
  Group: (props: ComponentProps<Menu['Group']>) => createElement(loadedCode().DropdownMenu.Group, props),
  Item: (props: ComponentProps<Menu['Item']>) => createElement(loadedCode().DropdownMenu.Item, props),
  ItemIndicator: (props: ComponentProps<Menu['ItemIndicator']>) =>
    createElement(loadedCode().DropdownMenu.ItemIndicator, props),
  Label: (props: ComponentProps<Menu['Label']>) => createElement(loadedCode().DropdownMenu.Label, props),
  RadioGroup: (props: ComponentProps<Menu['RadioGroup']>) => createElement(loadedCode().DropdownMenu.RadioGroup, props),
  RadioItem: (props: ComponentProps<Menu['RadioItem']>) => createElement(loadedCode().DropdownMenu.RadioItem, props),
  Separator: (props: ComponentProps<Menu['Separator']>) => createElement(loadedCode().DropdownMenu.Separator, props),
}

export const Popover = {
  Root: (props: OpenedRootProps) => <OpenedRoot kind="Popover" {...props} />,
  Trigger: (props: TriggerProps) => <Trigger kind="Popover" popup="dialog" {...props} />,
  /** The element beside which it opens, in place of its trigger. */
  Anchor: (props: ComponentProps<Code['Popover']['Anchor']>) => (
    <Inside>{() => createElement(loadedCode().Popover.Anchor, props)}</Inside>
  ),
  Portal: (props: ComponentProps<Code['Popover']['Portal']>) => (
    <Inside>{() => createElement(loadedCode().Popover.Portal, props)}</Inside>
  ),
  Content: (props: ComponentProps<Code['Popover']['Content']>) => (
    <Inside>{() => createElement(loadedCode().Popover.Content, props)}</Inside>
  ),
}

export const HoverCard = {
  Root: (props: OpenedRootProps) => <OpenedRoot kind="HoverCard" {...props} />,
  Trigger: (props: TriggerProps) => <Trigger kind="HoverCard" {...props} />,
  Content: (props: ComponentProps<Code['HoverCard']['Content']>) => (
    <Inside>{() => createElement(loadedCode().HoverCard.Content, props)}</Inside>
  ),
}

type DialogRootProps = {
  open: boolean
  onOpenChange(open: boolean): void
  /** Selector of the element to focus at the end if the one that had the focus is gone; default: the page's main part. */
  returnTo?: string
  children: ReactNode
}

/** Gives the focus back that was taken by the dialog around it. */
const ReturnFocus = createContext<() => void>(() => undefined)

/** The root of a dialog without a trigger, which is rendered while it is open, and gives the focus back. */
function DialogRoot({ kind, returnTo, ...props }: DialogRootProps & { kind: 'AlertDialog' | 'Dialog' }) {
  const returnFocus = useReturnFocus(returnTo)
  return (
    <ReturnFocus value={returnFocus}>
      <LazySlot
        part={roots}
        props={{ ...props, kind }}
        fallback={props.open && <WaitingDialog />}
        onClose={() => props.onOpenChange(false)}
      />
    </ReturnFocus>
  )
}

/** The content of a dialog. Its own `onCloseAutoFocus` may prevent the default, and focus something else. */
function DialogContent({
  kind,
  onCloseAutoFocus,
  ...props
}: ComponentProps<Code['Dialog']['Content']> & { kind: 'AlertDialog' | 'Dialog' }) {
  const returnFocus = useContext(ReturnFocus)
  return createElement(loadedCode()[kind].Content, {
    ...props,
    onCloseAutoFocus(event: Event) {
      onCloseAutoFocus?.(event)
      if (!event.defaultPrevented) returnFocus()
      event.preventDefault()
    },
  })
}

/** Has the focus while the code of a dialog is being fetched, so that no key reaches the page; then it gives it back. */
export function WaitingDialog() {
  const node = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (node.current ? focusMeanwhile(node.current) : undefined), [])
  return createPortal(
    <div ref={node} role="dialog" aria-busy="true" aria-label="Loading" tabIndex={-1} className="sr-only" />,
    document.body,
  )
}

export const Dialog = {
  Root: (props: DialogRootProps) => <DialogRoot kind="Dialog" {...props} />,
  Portal: (props: ComponentProps<Code['Dialog']['Portal']>) => createElement(loadedCode().Dialog.Portal, props),
  Overlay: (props: ComponentProps<Code['Dialog']['Overlay']>) => createElement(loadedCode().Dialog.Overlay, props),
  Content: (props: ComponentProps<Code['Dialog']['Content']>) => <DialogContent kind="Dialog" {...props} />,
  Title: (props: ComponentProps<Code['Dialog']['Title']>) => createElement(loadedCode().Dialog.Title, props),
  Description: (props: ComponentProps<Code['Dialog']['Description']>) =>
    createElement(loadedCode().Dialog.Description, props),
  Close: (props: ComponentProps<Code['Dialog']['Close']>) => createElement(loadedCode().Dialog.Close, props),
}

export const AlertDialog = {
  Root: (props: DialogRootProps) => <DialogRoot kind="AlertDialog" {...props} />,
  Portal: (props: ComponentProps<Code['AlertDialog']['Portal']>) =>
    createElement(loadedCode().AlertDialog.Portal, props),
  Overlay: (props: ComponentProps<Code['AlertDialog']['Overlay']>) =>
    createElement(loadedCode().AlertDialog.Overlay, props),
  Content: (props: ComponentProps<Code['AlertDialog']['Content']>) => <DialogContent kind="AlertDialog" {...props} />,
  Title: (props: ComponentProps<Code['AlertDialog']['Title']>) => createElement(loadedCode().AlertDialog.Title, props),
  Description: (props: ComponentProps<Code['AlertDialog']['Description']>) =>
    createElement(loadedCode().AlertDialog.Description, props),
  Cancel: (props: ComponentProps<Code['AlertDialog']['Cancel']>) =>
    createElement(loadedCode().AlertDialog.Cancel, props),
  Action: (props: ComponentProps<Code['AlertDialog']['Action']>) =>
    createElement(loadedCode().AlertDialog.Action, props),
}
