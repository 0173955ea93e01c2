/** Words for how it should feel and how it is made. */
import type { MediaName } from '#sketch/finish/media.ts'
import type { ColorWord, Framing, Mood, Season, Time, Weather } from './brief.ts'

type Rows<T extends string> = readonly (readonly [T, string])[]

export const timeWords: Rows<Time> = [
  ['night', 'night midnight nocturne moonlit moonlight starry nuit nacht noche ночь ночн 夜'],
  ['dusk', 'dusk sunset evening twilight golden gloaming soir abend atardecer закат вечер 夕'],
  ['dawn', 'dawn sunrise morning daybreak aube matin morgen amanecer рассвет утро 朝'],
  ['day', 'day noon midday daylight sunny sunlit jour tag день'],
]
export const seasonWords: Rows<Season> = [
  ['winter', 'winter snow snowy ice icy frost frozen christmas hiver invierno зим снег 冬 雪'],
  ['spring', 'spring sakura blossom april printemps frühling primavera весн 春 桜'],
  ['autumn', 'autumn fall autumnal october maple harvest automne herbst otoño осен 秋'],
  ['summer', 'summer july august été sommer verano лет 夏'],
]
export const weatherWords: Rows<Weather> = [
  ['rain', 'rain rainy drizzle wet downpour pluie regen lluvia дожд 雨'],
  ['snow', 'snowing snowfall blizzard snowstorm'],
  ['fog', 'fog foggy mist misty haze hazy brume nebel niebla туман 霧'],
  ['storm', 'storm stormy thunder lightning tempest orage sturm tormenta шторм гроз 嵐'],
  ['wind', 'wind windy breeze'],
  ['cloud', 'cloudy overcast clouds'],
]
export const moodWords: Rows<Mood> = [
  ['calm', 'calm quiet serene peaceful tranquil zen still gentle slow'],
  ['joyful', 'happy joyful cheerful playful fun bright festive cute whimsical'],
  ['dark', 'dark moody gloomy sinister gothic eerie dramatic horror'],
  ['dreamy', 'dream dreamy surreal magical mystical fantasy fairy enchanted ethereal'],
  ['lonely', 'lonely solitary alone lone melancholy sad nostalgic'],
  ['vivid', 'vivid vibrant colourful colorful saturated bold psychedelic'],
  ['soft', 'soft pale faded muted tender delicate'],
  ['warm', 'warm cosy cozy hot fiery'],
  ['cool', 'cool cold chilly arctic'],
]
export const framingWords: Rows<Framing> = [
  ['close', 'close-up closeup close macro detail'],
  ['wide', 'wide panorama panoramic vast epic landscape'],
  ['aerial', "aerial drone above overhead bird's-eye"],
  ['symmetrical', 'symmetrical symmetry centred centered mandala'],
  ['minimal', 'minimal minimalist simple'],
]
export const mediaWords: Rows<MediaName> = [
  ['watercolour', 'watercolour watercolor aquarelle aquarell acuarela акварел 水彩'],
  ['ink', 'ink sumi sumi-e calligraphy brush-pen tusche тушь 墨'],
  ['oil', 'oil impasto impressionist impressionism monet gogh painterly canvas'],
  ['riso', 'risograph riso screenprint screen-print halftone'],
  ['woodcut', 'woodcut linocut lino engraving etching'],
  ['woodblock', 'woodblock ukiyo-e ukiyo hokusai hiroshige hasui shin-hanga japanese 浮世絵'],
  ['pixel', 'pixel pixelart 8-bit 8bit 16-bit retro-game'],
  ['blueprint', 'blueprint technical schematic diagram'],
  ['neon', 'neon cyberpunk synthwave vaporwave glowing'],
  ['noir', 'noir monochrome black-and-white film-noir grayscale greyscale'],
  ['pastel', 'pastel pastels chalk crayon'],
  ['cutpaper', 'collage paper papercut cut-paper cutout origami matisse'],
  ['anime', 'anime ghibli manga cartoon cel'],
  ['minimal', 'minimal minimalist minimalism flat vector bauhaus'],
  ['poster', 'poster mid-century midcentury travel vintage retro'],
  ['gouache', 'gouache tempera illustration storybook'],
  ['photo', 'photo photograph photographic photorealistic realistic cinematic analog 35mm'],
]

const color = (name: string, hue: number, chroma: number, light: number): ColorWord => ({ name, hue, chroma, light })
export const colorWords: readonly (readonly [ColorWord, string])[] = [
  [color('red', 27, 0.19, 0.58), 'red crimson scarlet ruby vermilion rouge rot rojo красн 赤 红'],
  [color('orange', 55, 0.16, 0.72), 'orange tangerine amber apricot'],
  [color('yellow', 90, 0.16, 0.86), 'yellow gold golden saffron mustard jaune gelb amarillo жёлт желт 黄'],
  [color('green', 150, 0.13, 0.6), 'green emerald olive sage mint vert grün verde зелен 緑'],
  [color('teal', 195, 0.1, 0.58), 'teal turquoise cyan aqua'],
  [color('blue', 252, 0.13, 0.52), 'blue azure cobalt navy indigo ultramarine bleu blau azul син голуб 青 蓝'],
  [color('purple', 305, 0.15, 0.5), 'purple violet lilac lavender mauve plum lila фиолет 紫'],
  [color('pink', 0, 0.13, 0.75), 'pink rose magenta fuchsia blush rosa роз'],
  [color('brown', 60, 0.07, 0.45), 'brown sepia chocolate umber'],
  [color('black', 270, 0.01, 0.22), 'black'],
  [color('white', 90, 0.01, 0.96), 'white'],
  [color('grey', 250, 0.01, 0.6), 'grey gray silver'],
]
export const numberWords: readonly (readonly [number, string])[] = [
  [1, 'one single lone'],
  [2, 'two pair couple'],
  [3, 'three'],
  [4, 'four'],
  [5, 'five'],
  [6, 'six'],
  [7, 'seven'],
  [8, 'eight flock many'],
  [9, 'nine'],
  [10, 'ten'],
  [12, 'dozen'],
]
