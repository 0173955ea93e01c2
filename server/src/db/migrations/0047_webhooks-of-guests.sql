-- Guests can no longer add webhooks: those that they had would be sent to for as long as the guests are kept.
DELETE FROM "webhooks" USING "users" WHERE "users"."id" = "webhooks"."user_id" AND "users"."is_guest";
