import { branchOf, outlineOf } from '#domain/agents/board-outline.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { type Command, clientOf } from '../command.ts'
import { cardData, cardLines, findImage, findProject, finishedIds } from '../named.ts'
import { CliFailure } from '../terminal.ts'

export const boardCommands: readonly Command[] = [
  {
    name: 'projects',
    takes: '[title]',
    help: 'List the projects, newest first; with a title those that have it in theirs',
    options: [{ name: 'new', help: 'create a project with this title' }],
    async run(call) {
      const client = await clientOf(call)
      const [title = ''] = call.given.words
      if (call.given.has('new')) {
        if (title === '') throw new CliFailure('usage', 'Write: espalier projects --new <title>')
        const { id, title: named } = await client.api.projects.create({ title })
        const board = client.boardUrl(id)
        return { lines: [`${id}  ${named}`, board], data: { project: id, title: named, board } }
      }
      const { items } = await client.api.projects.list()
      const found = items.filter((project) => project.title.toLowerCase().includes(title.toLowerCase()))
      const data = found.map((project) => ({
        project: project.id,
        title: project.title,
        cards: project.generationCount,
        changed: project.updatedAt,
        board: client.boardUrl(project.id),
      }))
      const lines = data.map(({ project, title: named, cards }) => `${project}  ${String(cards).padStart(5)}  ${named}`)
      return { lines: lines.length > 0 ? lines : ['There are no such projects.'], data: { projects: data } }
    },
  },
  {
    name: 'board',
    takes: '<project>',
    help: 'Show a board as an outline: a line for each card, below the one that it branches from',
    options: [{ name: 'below', value: 'card', help: 'only this card and what branches from it' }],
    async run(call) {
      const client = await clientOf(call)
      const project = await findProject(client, call.given.words[0] ?? '')
      const { items } = await client.api.projects.generations({ id: project.id })
      const all = items.toReversed()
      const below = call.given.text('below')
      const first = below === undefined ? null : (await client.api.generations.find({ name: below })).card
      const cards = first ? branchOf(all, first.id) : all
      const board = client.boardUrl(project.id)
      const outline = outlineOf(cards)
      return {
        lines: [`${JSON.stringify(project.title)} ${cards.length} cards, ${board}`, ...outline],
        data: {
          project: project.id,
          title: project.title,
          board,
          outline,
          cards: cards.map((card) => cardData(client, card)),
        },
      }
    },
  },
  {
    name: 'show',
    takes: '<card-or-image>',
    help: 'Show a card with its whole prompt, and its images where the terminal can',
    options: [],
    async run(call) {
      const client = await clientOf(call)
      const { card, imageId } = await client.api.generations.find({ name: call.given.words[0] ?? '' })
      const isReady = finishedIds(card)
      return {
        lines: [card.prompt, ...(card.model ? [card.model] : []), ...cardLines(client, card)],
        data: cardData(client, card),
        pictures: imageId === null ? isReady : isReady.filter((id) => id === imageId),
      }
    },
  },
  {
    name: 'rate',
    takes: '<image> <mark>',
    help: 'Mark an image: star, like or dislike',
    options: [{ name: 'remove', help: 'remove the mark' }],
    async run(call) {
      const client = await clientOf(call)
      const [name = '', written] = call.given.words
      const mark = feedbackTypes.find((type) => type === written)
      if (!mark) throw new CliFailure('usage', `The mark is one of: ${feedbackTypes.join(', ')}.`)
      const { image } = await findImage(client, name)
      const asked = { id: image.id, feedbackType: mark }
      const { feedback } = call.given.has('remove')
        ? await client.api.images.removeFeedback(asked)
        : await client.api.images.giveFeedback(asked)
      return {
        lines: [`${name}: ${feedback.length > 0 ? feedback.join(', ') : 'no marks'}`],
        data: { image: name, id: image.id, marks: feedback },
      }
    },
  },
  {
    name: 'trash',
    takes: '<card>',
    help: 'Move a card and everything that branches from it to the trash, where it stays for 30 days',
    options: [{ name: 'restore', help: 'restore it from the trash, by its whole id' }],
    async run(call) {
      const client = await clientOf(call)
      const [name = ''] = call.given.words
      if (call.given.has('restore')) {
        const { ids } = await client.api.generations.restore({ id: name })
        return { lines: [`Restored ${ids.length} cards.`], data: { restored: ids } }
      }
      const { card } = await client.api.generations.find({ name })
      const { ids } = await client.api.generations.remove({ id: card.id })
      return {
        lines: [`${ids.length} cards are in the trash. Restore them with: espalier trash --restore ${card.id}`],
        data: { moved: ids },
      }
    },
  },
  {
    name: 'models',
    takes: '[name]',
    help: 'List the models that can be used, with the price of an image',
    options: [],
    async run(call) {
      const { api } = await clientOf(call)
      const [name = ''] = call.given.words
      const { items } = await api.models.list({})
      const data = items
        .filter((model) => model.isAvailable && model.name.toLowerCase().includes(name.toLowerCase()))
        .map((model) => ({
          model: model.name,
          credits: model.ownKey ? 0 : model.prices['1K'] / 100,
          ratios: model.aspectRatios,
          resolutions: model.resolutions,
          isDefault: model.isDefault,
        }))
      const lines = data.map(
        ({ model, credits, isDefault }) => `${model}  ${credits} credits an image${isDefault ? '  (default)' : ''}`,
      )
      return { lines: lines.length > 0 ? lines : ['There are no such models.'], data: { models: data } }
    },
  },
]
