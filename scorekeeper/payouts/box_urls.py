from django.urls import path

from scorekeeper.common.tables.serving import file_paths
from scorekeeper.payouts.views import box

urlpatterns = [
    path("<uuid:club_id>/money/box/", box.money_box, name="money_box"),
    file_paths("<uuid:club_id>/money/box/", box.money_box, name="money_box_files"),
    path("<uuid:club_id>/money/box/put/", box.money_box_act, {"act": "put"}, name="money_box_put"),
    path("<uuid:club_id>/money/box/take/", box.money_box_act, {"act": "take"}, name="money_box_take"),
    path("<uuid:club_id>/money/box/target/", box.money_box_target, name="money_box_target"),
]
