/** For `lower(text) like …`: matches texts that contain the words as they are typed, with no special characters. */
export const containsPattern = (text: string): string =>
  `%${text.toLowerCase().replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
