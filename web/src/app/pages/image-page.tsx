import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { countFirstCard } from '#web/data/account/account.ts'
import { useAccountState } from '#web/data/account/account-state.ts'
import { assetChooserAddress, startChoosing } from '#web/data/chosen-assets.ts'
import { knownAtStart } from '#web/data/known-at-start.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { modelsQuery, modelsState, useWithinPlan } from '#web/data/models/models.ts'
import { isMissingProject, projectQuery } from '#web/data/projects.ts'
import { useStore } from '#web/data/store.ts'
import { PageTitle } from '#web/features/activity/running-pill.tsx'
import { InspirationsButton, InspirationsPanel } from '#web/features/compose/inspirations/inspirations.tsx'
import { PromptBox } from '#web/features/compose/prompt-box.tsx'
import { promptTexts } from '#web/features/compose/texts.ts'
import { ModelPicker, NotAiNote, useChosenModel } from '#web/features/models/picker/model-picker.tsx'
import { ProjectRail, ProjectSheet } from '#web/features/projects/project-rail.tsx'
import { projectTexts } from '#web/features/projects/texts.ts'
import { YourBoards } from '#web/features/projects/your-boards.tsx'
import { StarterTiles } from '#web/features/starters/starter-tiles.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { appTexts } from '../texts.ts'
import { TopBar } from '../top-bar.tsx'

/** Create an image: the prompt, the model, and the projects at the left. */
export function ImagePage() {
  const { project: currentId = null } = useSearch({ from: '/signed-in/image' })
  const current = useQuery({ ...projectQuery(currentId ?? ''), enabled: currentId !== null })
  const session = useAccountState()
  const models = useQuery(modelsQuery)
  const model = useWithinPlan(useChosenModel())
  const known = useStore(knownAtStart)
  const isPainting = models.isPending ? known === 'painter-alone' : model?.isBuiltIn
  const navigate = useNavigate()
  const { history } = useRouter()

  if (session.status !== 'signed-in') return null
  return (
    <>
      <PageTitle title={appTexts.titles.image} />
      <TopBar
        user={session.user}
        start={
          <span className="sm:hidden">
            <ProjectSheet />
          </span>
        }
      />
      <div className="flex h-dvh pt-14 max-sm:pt-12 max-sm:pb-14">
        <ProjectRail currentId={currentId} />
        {/* Where the window is low, as at 200 % zoom, the model is below the boards. */}
        <div className="flex min-w-0 flex-1 flex-col [@media(max-height:640px)]:overflow-y-auto">
          <main className="min-h-0 flex-1 overflow-y-auto px-8 pt-16 pb-6 max-sm:px-4 max-sm:pt-6 [@media(max-height:640px)]:flex-none [@media(max-height:640px)]:overflow-visible">
            <div className="mx-auto grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-6 max-sm:gap-5">
              <h1 className="display text-center text-44 max-sm:text-left max-sm:text-28">{promptTexts.title}</h1>
              <PromptBox
                model={model}
                models={modelsState(models)}
                allModels={models.data ?? []}
                projectId={isMissingProject(current.error) ? null : currentId}
                onHandOver={({ projectId, id }) => {
                  liveSession().handOver(projectId, { kind: 'card', id })
                  countFirstCard()
                  void navigate({ to: '/project/$projectId', params: { projectId } })
                }}
                onSelectAsset={(purpose) => {
                  startChoosing({ purpose, composer: 'image-page' })
                  history.push(assetChooserAddress(purpose, history.location.href))
                }}
              />
              <div className="-mt-3 grid gap-2 px-1 empty:hidden">
                {currentId && <CurrentProject id={currentId} />}
                {isPainting && <NotAiNote />}
              </div>
              <div className="pt-6">
                <YourBoards none={<StarterTiles />} />
              </div>
            </div>
          </main>
          {/* Covers nothing: what scrolls fades above it. */}
          <footer className="relative flex items-center justify-between gap-4 px-6 pt-2 pb-6 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-ground max-sm:px-4 max-sm:pb-4 [@media(max-height:640px)]:before:hidden">
            <ModelPicker />
            <div className="lg:hidden">
              <InspirationsButton />
            </div>
          </footer>
        </div>
        <InspirationsPanel />
      </div>
    </>
  )
}

/** Under the prompt: the project that the next images are added to. */
function CurrentProject({ id }: { id: string }) {
  const { data: project, error, refetch } = useQuery(projectQuery(id))
  if (isMissingProject(error)) return <p className="text-13 text-muted">{projectTexts.missing}</p>
  if (!project && error) return <LoadFailedLine text={projectTexts.currentFailed} onTryAgain={() => void refetch()} />
  if (!project) return null
  return (
    <p className="text-13 text-muted">
      {projectTexts.current(project.title)}{' '}
      <Link to="/image" search={{}} className="text-link">
        {projectTexts.leaveCurrent}
      </Link>
    </p>
  )
}
