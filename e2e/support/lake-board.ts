import type { Page } from 'playwright-core'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { boardOf } from './board-of.ts'
import { fitBoard, grip } from './canvas.ts'
import { type Journey, openJourney } from './journey.ts'
import { newAccount } from './person.ts'

/** The prompt of the card at the root. */
export const lake = 'A still lake between pine hills'
const boatOnLake = 'a rowing boat'
const bareHills = 'A still lake between bare hills'

/** A lake, a branch of it with a boat, a branch of that at night, and another branch of the lake with bare hills. */
export type LakeBoard = {
  readonly projectId: string
  readonly root: GenerationShape
  readonly boat: GenerationShape
  readonly night: GenerationShape
  readonly bare: GenerationShape
}

const at = (column: number, row: number) => ({ canvasX: 10_000 + column * 900, canvasY: 10_000 + row * 500 })

/** Starts a server where an image costs a credit, and a card four. */
export const openLakeJourney = (): Promise<Journey> =>
  openJourney({ account: newAccount('Ada'), variables: { SKETCH_CREDITS: '1' } })

/** Generates the four cards; the boat is right below the lake. */
export async function makeLakeBoard(board: ReturnType<typeof boardOf>): Promise<LakeBoard> {
  const root = await board.make({ prompt: lake, model: 'Sketch', aspectRatio: '2:3' })
  const { projectId } = root
  const under = (parent: GenerationShape, prompt: string, more: object) =>
    board.make({ prompt, model: 'Sketch', projectId, parentGenerationId: parent.id, branchKind: 'remix', ...more })
  const from = (parent: GenerationShape, image: number) => ({ parentImageId: parent.images[image]?.id ?? null })
  const boat = await under(root, `${lake}, ${boatOnLake}`, { ...from(root, 2), ...at(0, 1), aspectRatio: '2:3' })
  const bare = await under(root, bareHills, {
    ...from(root, 0),
    ...at(1, 1),
    aspectRatio: '2:3',
  })
  const night = await under(boat, `${lake}, ${boatOnLake}, at night`, {
    ...from(boat, 1),
    ...at(0, 2),
    aspectRatio: '16:9',
  })
  return { projectId, root, boat, night, bare }
}

/** The cards as the server has them, by their prompts. */
export const cardsByPrompt = async (
  board: ReturnType<typeof boardOf>,
  projectId: string,
): Promise<Map<string, GenerationShape>> =>
  new Map((await board.finished(projectId)).map((card) => [card.prompt, card]))

/** Opens the board, all of it in view. */
export async function openLakeBoard(page: Page, { projectId }: LakeBoard): Promise<void> {
  await page.goto(`/project/${projectId}`)
  await page.locator('[data-card]').first().waitFor()
  await fitBoard(page)
}

/** Selects a card as a user of a screen reader does. */
export async function chooseCard(page: Page, card: GenerationShape): Promise<void> {
  const { x, y } = await grip(page, card.id)
  await page.mouse.click(x, y)
  await page.locator(`[data-card="${card.id}"][data-selected]`).waitFor()
}
