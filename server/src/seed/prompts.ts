/** A pseudo-random number from 0 up to but without 1. */
export type Random = () => number

const pick = <Item>(list: readonly Item[], random: Random): Item => list[Math.floor(random() * list.length)] as Item

const subjects = [
  'a red fox',
  'an old lighthouse',
  'a barn owl',
  'a glass city',
  'a paper boat',
  'a desert caravan',
  'a mountain lake',
  'a market street',
  'a sleeping cat',
  'a ruined cathedral',
  'a tea house',
  'an astronaut',
  'a coral reef',
  'a steam train',
  'a field of tulips',
  'a violin maker',
  'a thunderstorm',
  'a mossy bridge',
  'two herons',
  'a neon diner',
  'a snow leopard',
  'an orchard',
  'a harbour',
  'a comet',
  'a bowl of lemons',
  'a stone archway',
  'a whale',
  'a windmill',
  'a sleeping dragon',
]
const places = [
  'under northern lights',
  'in heavy fog',
  'after the rain',
  'at the edge of a cliff',
  'reflected in still water',
  'in a pine forest',
  'on a frozen river',
  'between tall grass',
  'above the clouds',
  'in an empty square',
  'beside a canal',
  'in a candle-lit room',
]
const lights = [
  'at dawn',
  'at dusk',
  'by moonlight',
  'in hard noon light',
  'with golden rim light',
  'under a green sky',
  'in soft shade',
]
const media = [
  'watercolour',
  'ink on rice paper',
  '35 mm film',
  'oil on canvas',
  'risograph print',
  'charcoal',
  'linocut',
  'gouache',
  'long exposure',
  'isometric drawing',
  'pastel',
  'etching',
]
const changes = [
  'make it night',
  'add a second figure',
  'warmer colours',
  'seen from above',
  'closer, with more detail',
  'remove the people',
  'as a woodblock print',
  'in winter',
  'with a storm coming',
  'let it glow',
  'simpler shapes',
  'wider, with more sky',
]

/** The prompt of a root, about 15 words. */
export const rootPrompt = (random: Random) =>
  `${pick(subjects, random)} and ${pick(subjects, random)} ${pick(places, random)} ${pick(lights, random)}, ${pick(media, random)}, ${pick(media, random)} texture`

/** The prompt of a branch. */
export const branchPrompt = (random: Random) =>
  `${pick(changes, random)}, ${pick(changes, random)}, ${pick(subjects, random)} ${pick(places, random)} ${pick(lights, random)}`
