/**
 * `npm run article:check [folder]`: lists the problems in a folder's articles by file and line, in
 * words for their authors.
 */
import { join, relative } from 'node:path'
import { checkArticles } from '#scripts/articles/find-problems.ts'
import { ARTICLES_FOLDER } from '#server/site/blog/load-articles.ts'

const folder = process.argv[2] ?? ARTICLES_FOLDER
const { articles, problems } = await checkArticles(folder)
// Terminals and editors can open `file:line`.
for (const { file, line, text } of problems)
  console.log(`✗ ${relative('', join(folder, file))}:${line}  ${text}`)
const words = articles.reduce((total, { body }) => total + body.words, 0)
console.log(
  `${articles.length} articles with ${words.toLocaleString('en')} words; ${problems.length} to fix`,
)
process.exitCode = problems.length > 0 ? 1 : 0
