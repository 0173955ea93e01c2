import { useMutation, useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import type { AssetShape } from '#contract/asset.ts'
import type { ProjectShape } from '#contract/project.ts'
import { mostBroughtIn } from '#domain/generation/origin.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { copyAssets } from '#web/data/http/send-pictures.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { buttonClass, Spinner } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { assetTexts } from './texts.ts'

const { put: texts } = assetTexts

/** Without a connection, after this time the attempt is reported as failed. */
const longestMs = 120_000

/** Copies pictures to the canvas of a project, four on a card. Returns the first new card. */
async function putOnCanvas(assets: readonly AssetShape[], projectId: string): Promise<string | null> {
  const signal = AbortSignal.timeout(longestMs)
  let first: string | null = null
  for (let at = 0; at < assets.length; at += mostBroughtIn) {
    const imageIds = assets.slice(at, at + mostBroughtIn).map(({ id }) => id)
    const { generations, refused } = await copyAssets(projectId, { imageIds, place: null }, { signal })
    const [unfit] = refused
    if (unfit) throw new Error(`${unfit.name}: ${unfit.message}`)
    first ??= generations[0]?.id ?? null
  }
  return first
}

/** Chooses a project whose canvas gets the pictures as cards. */
export function PutOnCanvas({ assets }: { assets: readonly AssetShape[] }) {
  const projects = useQuery(projectsQuery).data ?? []
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: ProjectShape) => putOnCanvas(assets, id),
    onSuccess: (cardId, { id, title }) =>
      showToast({
        kind: 'success',
        title: texts.done(title),
        action: { label: texts.open, run: () => location.assign(`/project/${id}${cardId ? `?card=${cardId}` : ''}`) },
      }),
    onError: (error) =>
      showToast({ kind: 'error', title: texts.failed, description: errorMessage(error, texts.tryAgain) }),
  })
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonClass('quiet', 'small')} aria-label={texts.label} disabled={isPending}>
        {isPending ? <Spinner /> : <ImagePlus aria-hidden="true" />}
        <span>{texts.label}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="center"
        side="top"
        sideOffset={8}
        collisionPadding={8}
        aria-label={texts.choose}
        className="popover menu max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] max-w-72 overflow-y-auto"
      >
        {projects.map((project) => (
          <DropdownMenu.Item key={project.id} className="menu-item" onSelect={() => mutate(project)}>
            <span className="truncate">{project.title}</span>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
