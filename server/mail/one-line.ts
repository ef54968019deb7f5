const MOST_CHARACTERS = 90
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\s]+/gu

/** Foreign text, e.g. a shop's name, made safe for one line of a mail. */
export function oneLine(text: string): string {
  const characters = [...text.replaceAll(INVISIBLE, ' ').trim()]
  return characters.length > MOST_CHARACTERS
    ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`
    : characters.join('')
}
