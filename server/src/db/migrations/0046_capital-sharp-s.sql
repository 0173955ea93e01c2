-- ẞ was read as ß, and ß as ss: these prompts are indexed again by the server (server/src/features/assets/index-prompts.ts).
DELETE FROM "prompt_search" WHERE "text" LIKE '%ß%';
